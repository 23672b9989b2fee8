/*
 * perlio.c - see perlio.h.
 */
#include "module/api/apr/perlio.h"

#include <fcntl.h>

#include "perliol.h"

#include "apr_portable.h"

#include "module/perl/parent.h"
#include "module/perl/turn.h"
#include "module/api/core/object.h"

/* The lower of the two layers. */
typedef struct {
    struct _PerlIO base;
    apr_file_t *file;    /* NULL: closed, or its pool has gone */
    apr_pool_t *pool;    /* of the file */
    apr_pool_t *own;     /* the same if no other handle has it; or NULL */
    PerlIO *top;         /* the handle */
    SV *needed;          /* the APR::Pool that the program gave; counted */
    unsigned generation; /* of the interpreter whose handle it is */
} file_layer_t;

#define LAYER(f) PerlIOSelf(f, file_layer_t)

static PerlIO *file_open(pTHX_ PerlIO_funcs *self, PerlIO_list_t *layers, IV n,
                         const char *mode, int fd, int imode, int perm,
                         PerlIO *f, int narg, SV **args);
static IV file_popped(pTHX_ PerlIO *f);
static IV file_close(pTHX_ PerlIO *f);
static IV file_fileno(pTHX_ PerlIO *f);
static SSize_t file_read(pTHX_ PerlIO *f, void *buffer, Size_t length);
static SSize_t file_write(pTHX_ PerlIO *f, const void *data, Size_t length);
static IV file_seek(pTHX_ PerlIO *f, Off_t offset, int whence);
static Off_t file_tell(pTHX_ PerlIO *f);
static PerlIO *file_dup(pTHX_ PerlIO *f, PerlIO *o, CLONE_PARAMS *param,
                        int flags);
static apr_file_t *file_of(PerlIO *f);

static PerlIO_funcs layer = {
    .fsize = sizeof(PerlIO_funcs),
    .name = "APR",
    .size = sizeof(file_layer_t),
    .kind = PERLIO_K_RAW | PERLIO_K_MULTIARG,
    .Pushed = PerlIOBase_pushed,
    .Popped = file_popped,
    .Open = file_open,
    .Binmode = PerlIOBase_binmode,
    .Fileno = file_fileno,
    .Dup = file_dup,
    .Read = file_read,
    .Write = file_write,
    .Seek = file_seek,
    .Tell = file_tell,
    .Close = file_close,
    .Flush = PerlIOBase_noop_ok,
    .Fill = PerlIOBase_noop_fail,
    .Eof = PerlIOBase_eof,
    .Error = PerlIOBase_error,
    .Clearerr = PerlIOBase_clearerr,
    .Setlinebuf = PerlIOBase_setlinebuf,
};

void mh_perlio_boot(pTHX)
{
    PerlIO_define_layer(aTHX_ & layer);
}

/* --- opening ---------------------------------------------------------- */

/* The pool goes before the handle, so buffered data is written now. */
static apr_status_t perlio_pool_goes(void *data)
{
    file_layer_t *self = data;

    mh_turn_take(MH_TURN_EVER);
    if (mh_parent_enter_generation(self->generation)) {
        dTHXa(mehari.perl);

        if (self->top != NULL && PerlIOValid(self->top))
            PerlIO_flush(self->top);
    }
    mh_parent_leave();
    self->file = NULL;
    mh_turn_leave();
    return APR_SUCCESS;
}

/* The lower layer; it stays where it is when others come above it. */
static file_layer_t *put_file(pTHX_ PerlIO *f, apr_file_t *file,
                              const char *mode)
{
    file_layer_t *self;

    if (PerlIO_push(aTHX_ f, &layer, mode, NULL) == NULL)
        return NULL;
    PerlIOBase(f)->flags |= PERLIO_F_OPEN;
    self = LAYER(f);
    self->file = file;
    self->pool = apr_file_pool_get(file);
    self->own = NULL;
    self->needed = NULL;
    self->generation = mehari.generation;
    self->top = f;
    apr_pool_pre_cleanup_register(self->pool, self, perlio_pool_goes);
    return self;
}

static PerlIO *stand_on(pTHX_ PerlIO *f, apr_file_t *file, const char *mode)
{
    if (put_file(aTHX_ f, file, mode) == NULL)
        return NULL;
    return PerlIO_push(aTHX_ f, PERLIO_FUNCS_CAST(&PerlIO_perlio), mode, NULL);
}

static file_layer_t *self_of(PerlIO *top)
{
    return LAYER(PerlIONext(top));
}

static apr_int32_t flags_of(int imode)
{
    apr_int32_t flags = APR_FOPEN_BINARY | APR_FOPEN_LARGEFILE;

    switch (imode & O_ACCMODE) {
    case O_RDONLY:
        flags |= APR_FOPEN_READ;
        break;
    case O_WRONLY:
        flags |= APR_FOPEN_WRITE;
        break;
    default:
        flags |= APR_FOPEN_READ | APR_FOPEN_WRITE;
    }
    flags |= imode & O_CREAT ? APR_FOPEN_CREATE : 0;
    flags |= imode & O_TRUNC ? APR_FOPEN_TRUNCATE : 0;
    flags |= imode & O_APPEND ? APR_FOPEN_APPEND : 0;
    flags |= imode & O_EXCL ? APR_FOPEN_EXCL : 0;
    return flags;
}

/* On Unix most of APR's statuses are errno's numbers. */
static PerlIO *failed(apr_status_t rc)
{
    errno = rc < APR_OS_START_ERROR ? rc : EINVAL;
    return NULL;
}

static PerlIO *open_named(pTHX_ PerlIO *f, const char *mode, int imode,
                          SV **args)
{
    apr_pool_t *pool = mh_object_ptr(aTHX_ args[1], MH_POOL, "open(:APR)", 2);
    STRLEN length;
    const char *name = SvPV(args[0], length);
    apr_file_t *file = NULL;
    apr_status_t rc;

    if (memchr(name, '\0', length) != NULL)
        return failed(ENOENT);
    rc = apr_file_open(&file, name, flags_of(imode), APR_FPROT_OS_DEFAULT,
                       pool);
    if (rc != APR_SUCCESS)
        return failed(rc);
    f = stand_on(aTHX_ f, file, mode);
    if (f == NULL) {
        apr_file_close(file);
        return NULL;
    }
    self_of(f)->needed = SvREFCNT_inc_simple_NN(SvRV(args[1]));
    return f;
}

/* open $new, '<&:APR', 3: a descriptor that is not APR's. */
static PerlIO *open_descriptor(pTHX_ PerlIO *f, const char *mode, int fd)
{
    apr_pool_t *pool = NULL;
    apr_file_t *file = NULL;
    apr_int32_t flags = flags_of(PerlIOUnix_oflags(mode));
    apr_status_t rc = apr_pool_create(&pool, NULL);

    if (rc == APR_SUCCESS)
        rc = apr_os_file_put(&file, &fd, flags, pool);
    if (rc != APR_SUCCESS)
        return failed(rc);
    f = stand_on(aTHX_ f, file, mode);
    if (f == NULL) {
        apr_pool_destroy(pool);
        return NULL;
    }
    self_of(f)->own = pool;
    return f;
}

/* open $new, '<&', $old; and the handle in a new thread of Perl. */
static PerlIO *file_dup(pTHX_ PerlIO *f, PerlIO *o, CLONE_PARAMS *param,
                        int flags)
{
    apr_file_t *old = file_of(o);
    apr_pool_t *pool = NULL;
    apr_file_t *file = NULL;
    file_layer_t *self;
    char mode[8];
    apr_status_t rc;

    if (old == NULL)
        return NULL;
    rc = apr_pool_create(&pool, NULL);
    if (rc == APR_SUCCESS)
        rc = apr_file_dup(&file, old, pool);
    if (rc != APR_SUCCESS)
        return failed(rc);
    self = put_file(aTHX_ f, file, PerlIO_modestr(o, mode));
    if (self == NULL) {
        apr_pool_destroy(pool);
        return NULL;
    }
    self->own = pool;
    return f;
}

static PerlIO *file_open(pTHX_ PerlIO_funcs *self, PerlIO_list_t *layers, IV n,
                         const char *mode, int fd, int imode, int perm,
                         PerlIO *f, int narg, SV **args)
{
    if (f != NULL)
        return failed(EINVAL); /* Perl closes it first */
    if (fd >= 0)
        return open_descriptor(aTHX_ PerlIO_allocate(aTHX), mode, fd);
    if (narg != 2) {
        croak("open(:APR): takes a file name and an APR::Pool object "
              "(usage: open my $fh, '<:APR', $file, $pool)");
    }
    if (*mode == IoTYPE_NUMERIC)
        mode++;
    else
        imode = PerlIOUnix_oflags(mode);
    return open_named(aTHX_ PerlIO_allocate(aTHX), mode, imode, args);
}

/*
 * A handle for a file, or NULL (errno says why). mode is "r" or "w". The file
 * is closed with the handle.
 */
static PerlIO *open_handle(pTHX_ apr_file_t *file, const char *mode)
{
    return stand_on(aTHX_ PerlIO_allocate(aTHX), file, mode);
}

SV *mh_perlio_glob(pTHX_ apr_file_t *file, const char *mode)
{
    PerlIO *handle = open_handle(aTHX_ file, mode);
    GV *glob;
    SV *ref;

    if (handle == NULL)
        return &PL_sv_undef;
    glob = newGVgen("APR::PerlIO");
    ref = sv_2mortal(newRV_inc((SV *)glob));
    (void)hv_delete(GvSTASH(glob), GvNAME(glob), GvNAMELEN(glob), G_DISCARD);
    IoIFP(GvIOn(glob)) = handle;
    IoOFP(GvIOp(glob)) = *mode == 'r' ? NULL : handle;
    if (*mode != 'r')
        IoFLAGS(GvIOp(glob)) |= IOf_FLUSH; /* the reader waits for it */
    IoTYPE(GvIOp(glob)) = *mode == 'r' ? IoTYPE_RDONLY : IoTYPE_WRONLY;
    return ref;
}

/* --- closing ---------------------------------------------------------- */

/* The layers above have been flushed. */
static IV let_go(pTHX_ PerlIO *f)
{
    file_layer_t *self = LAYER(f);
    apr_file_t *file = self->file;
    apr_status_t rc = APR_SUCCESS;

    self->file = NULL;
    if (file != NULL) {
        apr_pool_cleanup_kill(self->pool, self, perlio_pool_goes);
        rc = apr_file_close(file);
    }
    if (self->own != NULL) {
        apr_pool_destroy(self->own);
        self->own = NULL;
    }
    SvREFCNT_dec(self->needed);
    self->needed = NULL;
    if (rc != APR_SUCCESS)
        (void)failed(rc);
    return rc == APR_SUCCESS ? 0 : -1;
}

static IV file_close(pTHX_ PerlIO *f)
{
    PerlIOBase(f)->flags &= ~(PERLIO_F_CANREAD | PERLIO_F_CANWRITE |
                              PERLIO_F_OPEN);
    return let_go(aTHX_ f);
}

static IV file_popped(pTHX_ PerlIO *f)
{
    return let_go(aTHX_ f);
}

/* --- using ------------------------------------------------------------ */

static apr_file_t *file_of(PerlIO *f)
{
    apr_file_t *file = LAYER(f)->file;

    if (file == NULL)
        errno = EBADF;
    return file;
}

static IV file_fileno(pTHX_ PerlIO *f)
{
    apr_os_file_t fd = -1;

    if (LAYER(f)->file != NULL)
        apr_os_file_get(&fd, LAYER(f)->file);
    return fd;
}

static SSize_t file_read(pTHX_ PerlIO *f, void *buffer, Size_t length)
{
    apr_file_t *file = file_of(f);
    apr_size_t got = length;
    apr_status_t rc;

    if (file == NULL || !(PerlIOBase(f)->flags & PERLIO_F_CANREAD))
        return -1;
    rc = apr_file_read(file, buffer, &got);
    if (rc == APR_SUCCESS)
        return (SSize_t)got;
    if (rc == APR_EOF) {
        PerlIOBase(f)->flags |= PERLIO_F_EOF;
        return 0;
    }
    (void)failed(rc);
    PerlIOBase(f)->flags |= PERLIO_F_ERROR;
    return -1;
}

static SSize_t file_write(pTHX_ PerlIO *f, const void *data, Size_t length)
{
    apr_file_t *file = file_of(f);
    apr_size_t written = length;
    apr_status_t rc;

    if (file == NULL)
        return -1;
    rc = apr_file_write(file, data, &written);
    if (rc == APR_SUCCESS)
        return (SSize_t)written;
    (void)failed(rc);
    PerlIOBase(f)->flags |= PERLIO_F_ERROR;
    return -1;
}

static IV file_seek(pTHX_ PerlIO *f, Off_t offset, int whence)
{
    apr_file_t *file = file_of(f);
    apr_off_t place = offset;
    apr_status_t rc;

    if (file == NULL)
        return -1;
    rc = apr_file_seek(file, whence, &place);
    if (rc != APR_SUCCESS) {
        (void)failed(rc);
        return -1;
    }
    PerlIOBase(f)->flags &= ~PERLIO_F_EOF;
    return 0;
}

static Off_t file_tell(pTHX_ PerlIO *f)
{
    apr_file_t *file = file_of(f);
    apr_off_t place = 0;

    if (file == NULL || apr_file_seek(file, APR_CUR, &place) != APR_SUCCESS)
        return -1;
    return place;
}
