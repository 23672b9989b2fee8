/*
 * stdio.c - the PerlIO layer, and the handles that stand on it.
 */
#include "stdio.h"

#include <unistd.h>

#include "perliol.h"

#include "../api/table.h"
#include "../perl/interpreter.h"
#include "context.h"
#include "input.h"
#include "output.h"

static SSize_t layer_write(pTHX_ PerlIO *f, const void *data, Size_t length);
static IV layer_flush(pTHX_ PerlIO *f);
static IV layer_fill(pTHX_ PerlIO *f);
static IV layer_close(pTHX_ PerlIO *f);
static IV layer_fileno(pTHX_ PerlIO *f);
static IV layer_pushed(pTHX_ PerlIO *f, const char *mode, SV *arg,
                       PerlIO_funcs *tab);
static PerlIO *layer_open(pTHX_ PerlIO_funcs *self, PerlIO_list_t *layers,
                          IV n, const char *mode, int fd, int imode, int perm,
                          PerlIO *f, int narg, SV **args);
static PerlIO *layer_dup(pTHX_ PerlIO *f, PerlIO *o, CLONE_PARAMS *param,
                         int flags);

/* Reading is buffered as :perlio does it, with our own way to fill. */
static PerlIO_funcs layer = {
    .fsize = sizeof(PerlIO_funcs),
    .name = "Apache2",
    .size = sizeof(PerlIOBuf),
    .kind = PERLIO_K_BUFFERED | PERLIO_K_RAW | PERLIO_K_MULTIARG,
    .Pushed = layer_pushed,
    .Popped = PerlIOBuf_popped,
    .Open = layer_open,
    .Binmode = PerlIOBase_binmode,
    .Fileno = layer_fileno,
    .Dup = layer_dup,
    .Read = PerlIOBuf_read,
    .Unread = PerlIOBuf_unread,
    .Write = layer_write,
    .Close = layer_close,
    .Flush = layer_flush,
    .Fill = layer_fill,
    .Eof = PerlIOBase_eof,
    .Error = PerlIOBase_error,
    .Clearerr = PerlIOBase_clearerr,
    .Setlinebuf = PerlIOBase_setlinebuf,
    .Get_base = PerlIOBuf_get_base,
    .Get_bufsiz = PerlIOBuf_bufsiz,
    .Get_ptr = PerlIOBuf_get_ptr,
    .Get_cnt = PerlIOBuf_get_cnt,
    .Set_ptrcnt = PerlIOBuf_set_ptrcnt,
};

static GV *stdin_glob, *stdout_glob;
static IO *request_in, *request_out;

static IO *make_io(pTHX_ const char *mode, char type);
static bool intact(pTHX_ IO *io);

void mh_stdio_boot(pTHX)
{
    PerlIO_define_layer(aTHX_ &layer);
    request_in = request_out = NULL;
}

void mh_stdio_open(pTHX_ mh_stdio_t *saved)
{
    if (!request_out) {
        stdin_glob = gv_fetchpvs("main::STDIN", GV_ADD, SVt_PVIO);
        stdout_glob = gv_fetchpvs("main::STDOUT", GV_ADD, SVt_PVIO);
        request_in = make_io(aTHX_ "r", IoTYPE_RDONLY);
        request_out = make_io(aTHX_ "w", IoTYPE_WRONLY);
    }
    saved->in = GvIOp(stdin_glob);
    saved->out = GvIOp(stdout_glob);
    saved->selected = PL_defoutgv;
    SvREFCNT_inc_simple_void(saved->selected);
    GvIOp(stdin_glob) = request_in;
    GvIOp(stdout_glob) = request_out;
    if (PL_defoutgv != stdout_glob)
        setdefout(stdout_glob);
}

/* A handle that has been tampered with is replaced by a new one. */
static void recycle(pTHX_ GV *glob, IO **io, const char *mode, char type)
{
    if (GvIOp(glob) == *io && SvREFCNT(*io) == 1 && intact(aTHX_ *io))
        return;
    if (GvIOp(glob) == *io) {
        GvIOp(glob) = NULL;
        SvREFCNT_dec((SV *)*io);
    }
    *io = make_io(aTHX_ mode, type);
}

void mh_stdio_close(pTHX_ mh_stdio_t *saved)
{
    recycle(aTHX_ stdin_glob, &request_in, "r", IoTYPE_RDONLY);
    recycle(aTHX_ stdout_glob, &request_out, "w", IoTYPE_WRONLY);
    GvIOp(stdin_glob) = saved->in;
    GvIOp(stdout_glob) = saved->out;
    if (PL_defoutgv != saved->selected)
        setdefout(saved->selected);
    SvREFCNT_dec((SV *)saved->selected);
}

static IO *make_io(pTHX_ const char *mode, char type)
{
    IO *io = (IO *)newSV_type(SVt_PVIO);
    PerlIO *f = PerlIO_push(aTHX_ PerlIO_allocate(aTHX), &layer, mode, NULL);

    IoTYPE(io) = type;
    IoIFP(io) = f;
    IoOFP(io) = f;
    return io;
}

/* As made: our layer alone, no error, nothing read ahead, defaults in it. */
static bool intact(pTHX_ IO *io)
{
    PerlIO *f = IoIFP(io);
    PerlIOl *top = f ? *f : NULL;
    PerlIOBuf *buffer = (PerlIOBuf *)top;

    PERL_UNUSED_CONTEXT;
    if (!top || top->tab != &layer || IoOFP(io) != f || SvMAGICAL((SV *)io)
        || (top->flags & (PERLIO_F_UTF8 | PERLIO_F_CRLF | PERLIO_F_ERROR))
        || IoTOP_NAME(io) || IoFMT_NAME(io) || IoPAGE_LEN(io) != 60)
        return false;
    if (buffer->buf) {
        buffer->ptr = buffer->end = buffer->buf;
        top->flags &= ~PERLIO_F_RDBUF;
    }
    top->flags &= ~PERLIO_F_EOF;
    IoFLAGS(io) &= ~IOf_FLUSH;
    IoLINES(io) = 0;
    IoLINES_LEFT(io) = 0;
    IoPAGE(io) = 0;
    return true;
}

/* The layer's functions. */

static IV layer_pushed(pTHX_ PerlIO *f, const char *mode, SV *arg,
                       PerlIO_funcs *tab)
{
    IV rc = PerlIOBase_pushed(aTHX_ f, mode, arg, tab);

    PerlIOBase(f)->flags |= PERLIO_F_OPEN;
    return rc;
}

/* open(my $fh, '>:Apache2', ...): the handle means the request that runs. */
static PerlIO *layer_open(pTHX_ PerlIO_funcs *self, PerlIO_list_t *layers,
                          IV n, const char *mode, int fd, int imode, int perm,
                          PerlIO *f, int narg, SV **args)
{
    PERL_UNUSED_ARG(layers);
    PERL_UNUSED_ARG(n);
    PERL_UNUSED_ARG(fd);
    PERL_UNUSED_ARG(imode);
    PERL_UNUSED_ARG(perm);
    PERL_UNUSED_ARG(narg);
    PERL_UNUSED_ARG(args);
    if (!mehari.current) {
        SETERRNO(EBADF, SS_IVCHAN);
        return NULL;
    }
    return PerlIO_push(aTHX_ f ? f : PerlIO_allocate(aTHX), self, mode, NULL);
}

static PerlIO *layer_dup(pTHX_ PerlIO *f, PerlIO *o, CLONE_PARAMS *param,
                         int flags)
{
    return PerlIOBase_dup(aTHX_ f, o, param, flags);
}

static IV layer_fileno(pTHX_ PerlIO *f)
{
    PERL_UNUSED_CONTEXT;
    PERL_UNUSED_ARG(f);
    return -1;
}

static SSize_t layer_write(pTHX_ PerlIO *f, const void *data, Size_t length)
{
    if (!(PerlIOBase(f)->flags & PERLIO_F_CANWRITE) || !mehari.current) {
        SETERRNO(EBADF, SS_IVCHAN);
        PerlIOBase(f)->flags |= PERLIO_F_ERROR;
        return -1;
    }
    if (mh_output_write(mehari.current, data, length) != APR_SUCCESS) {
        SETERRNO(EPIPE, SS_IVCHAN);
        return -1;
    }
    return length;
}

/*
 * Perl flushes after each print when $| is set, and all handles before fork:
 * only the first is meant for the client. A process that was forked off shares
 * the connection and leaves what is in the filters to the one that serves.
 */
static IV layer_flush(pTHX_ PerlIO *f)
{
    bool flush_each = request_out && IoIFP(request_out) == f
                      && (IoFLAGS(request_out) & IOf_FLUSH);

    PERL_UNUSED_CONTEXT;
    if (!(PerlIOBase(f)->flags & PERLIO_F_CANWRITE) || !mehari.current
        || (mehari.forked && getpid() != mehari.pid))
        return 0;
    if (mh_output_flush(mehari.current, flush_each) != APR_SUCCESS) {
        SETERRNO(EPIPE, SS_IVCHAN);
        return -1;
    }
    return 0;
}

static IV layer_fill(pTHX_ PerlIO *f)
{
    PerlIOBuf *buffer = PerlIOSelf(f, PerlIOBuf);
    apr_size_t got = 0;
    apr_status_t rc;

    if (!mehari.current) {
        PerlIOBase(f)->flags |= PERLIO_F_EOF;
        return -1;
    }
    if (!buffer->buf)
        PerlIO_get_base(f);
    buffer->ptr = buffer->end = buffer->buf;
    rc = mh_input_read(mehari.current->r, buffer->buf, buffer->bufsiz, &got);
    if (rc != APR_SUCCESS) {
        PerlIOBase(f)->flags |= PERLIO_F_ERROR;
        mehari.current->r->connection->keepalive = AP_CONN_CLOSE;
        mh_croak_status(aTHX_ rc, "Apache2 IO read");
    }
    if (!got) {
        PerlIOBase(f)->flags |= PERLIO_F_EOF;
        return -1;
    }
    buffer->end = buffer->buf + got;
    PerlIOBase(f)->flags |= PERLIO_F_RDBUF;
    return 0;
}

static IV layer_close(pTHX_ PerlIO *f)
{
    IV rc = layer_flush(aTHX_ f);

    PerlIOBase(f)->flags
        &= ~(PERLIO_F_CANREAD | PERLIO_F_CANWRITE | PERLIO_F_OPEN);
    return rc;
}

/* syswrite HANDLE, DATA, [LENGTH, [OFFSET]] */
bool mh_stdio_syswrite(pTHX)
{
    dSP;
    dMARK;
    SSize_t items = SP - MARK;
    GV *glob;
    IO *io;
    STRLEN length;
    const char *data;
    IV wanted, offset;

    if (items < 2 || !isGV_with_GP(MARK[1]))
        goto another;
    glob = (GV *)MARK[1];
    io = GvIO(glob);
    if (!io || SvRMAGICAL((SV *)io) || !IoOFP(io) || !*IoOFP(io)
        || (*IoOFP(io))->tab != &layer)
        goto another;
    data = SvPVbyte(MARK[2], length);
    wanted = items > 2 ? SvIV(MARK[3]) : (IV)length;
    offset = items > 3 ? SvIV(MARK[4]) : 0;
    if (offset < 0)
        offset += length;
    if (offset < 0 || wanted < 0 || (STRLEN)offset > length)
        goto another;
    if ((STRLEN)wanted > length - offset)
        wanted = length - offset;
    if (layer_write(aTHX_ IoOFP(io), data + offset, wanted) < 0
        || mh_output_flush(mehari.current, true) != APR_SUCCESS)
        wanted = -1;
    SP = MARK;
    PUSHs(wanted < 0 ? &PL_sv_undef : sv_2mortal(newSViv(wanted)));
    PUTBACK;
    return true;
another:
    PUSHMARK(MARK);
    return false;
}
