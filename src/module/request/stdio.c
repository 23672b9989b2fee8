/*
 * stdio.c - the PerlIO layer, and the handles that stand on it.
 */
#include "module/request/stdio.h"

#include <unistd.h>

#include "perliol.h"

#include "module/api/core/method_table.h"
#include "module/perl/interpreter.h"
#include "module/request/context/context.h"
#include "module/request/input.h"
#include "module/request/output.h"
#include "shared/perl/own.h"

static SSize_t layer_write(pTHX_ PerlIO *f, const void *data, Size_t length);
static IV layer_flush(pTHX_ PerlIO *f);
static IV layer_fill(pTHX_ PerlIO *f);
static IV layer_close(pTHX_ PerlIO *f);
static Off_t layer_tell(pTHX_ PerlIO *f);
static IV layer_fileno(pTHX_ PerlIO *f);
static IV layer_pushed(pTHX_ PerlIO *f, const char *mode, SV *arg,
                       PerlIO_funcs *tab);
static PerlIO *layer_open(pTHX_ PerlIO_funcs *self, PerlIO_list_t *layers, IV n,
                          const char *mode, int fd, int imode, int perm,
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
    .Tell = layer_tell,
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

typedef struct {
    const char *name;
    const char *mode;
    char type;
    GV *glob;
    IO *io; /* ours, for the request that runs; counted. NULL: not made yet */
} handle_t;

static MH_OWN handle_t in = { .name = "main::STDIN",
                              .mode = "r",
                              .type = IoTYPE_RDONLY };
static MH_OWN handle_t out = { .name = "main::STDOUT",
                               .mode = "w",
                               .type = IoTYPE_WRONLY };
/* perl-script handlers that run: 2 in a subrequest */
static MH_OWN int nesting;

static void open_handle(pTHX_ handle_t *handle, mh_stdio_handle_t *saved);
static void close_handle(pTHX_ handle_t *handle, mh_stdio_handle_t *saved);
static IO *make_io(pTHX_ const char *mode, char type);
static bool intact(pTHX_ IO *io);

void mh_stdio_boot(pTHX)
{
    PerlIO_define_layer(aTHX_ & layer);
    in.io = out.io = NULL;
    in.glob = out.glob = NULL;
    nesting = 0;
}

void mh_stdio_open(pTHX_ mh_stdio_t *saved)
{
    nesting++;
    open_handle(aTHX_ & in, &saved->in);
    open_handle(aTHX_ & out, &saved->out);
    saved->selected = PL_defoutgv;
    SvREFCNT_inc_simple_void(saved->selected);
    if (PL_defoutgv != out.glob)
        setdefout(out.glob);
}

void mh_stdio_close(pTHX_ mh_stdio_t *saved)
{
    close_handle(aTHX_ & in, &saved->in);
    close_handle(aTHX_ & out, &saved->out);
    if (PL_defoutgv != saved->selected)
        setdefout(saved->selected);
    SvREFCNT_dec((SV *)saved->selected);
    nesting--;
}

/* The glob's body is kept alive, so that it can be given back. */
static void open_handle(pTHX_ handle_t *handle, mh_stdio_handle_t *saved)
{
    if (!handle->glob)
        handle->glob = gv_fetchpv(handle->name, GV_ADD, SVt_PVIO);
    saved->gp = GvGP(handle->glob);
    saved->gp->gp_refcnt++;
    saved->io = GvIOp(handle->glob);
    saved->ours = handle->io;
    if (!handle->io || nesting > 1)
        handle->io = make_io(aTHX_ handle->mode, handle->type);
    GvIOp(handle->glob) = (IO *)SvREFCNT_inc_simple_NN((SV *)handle->io);
}

/* A handle that has been tampered with is replaced at the next request. */
static void close_handle(pTHX_ handle_t *handle, mh_stdio_handle_t *saved)
{
    IO *now;
    bool good;

    if (GvGP(handle->glob) == saved->gp) {
        saved->gp->gp_refcnt--;
    } else {
        gp_free(handle->glob);
        GvGP_set(handle->glob, saved->gp);
    }
    now = GvIOp(handle->glob);
    good = now == handle->io && nesting == 1 && SvREFCNT((SV *)now) == 2 &&
           intact(aTHX_ now);
    GvIOp(handle->glob) = saved->io;
    SvREFCNT_dec((SV *)now);
    if (good)
        return;
    SvREFCNT_dec((SV *)handle->io);
    handle->io = nesting > 1 ? saved->ours : NULL;
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

/*
 * True if the handle is as it was made: our layer alone, no error, nothing read
 * ahead, defaults in it.
 */
static bool intact(pTHX_ IO *io)
{
    PerlIO *f = IoIFP(io);
    PerlIOl *top = f ? *f : NULL;
    PerlIOBuf *buffer = (PerlIOBuf *)top;

    if (!top || top->tab != &layer || IoOFP(io) != f || SvMAGICAL((SV *)io) ||
        (top->flags & (PERLIO_F_UTF8 | PERLIO_F_CRLF | PERLIO_F_ERROR)) ||
        IoTOP_NAME(io) || IoFMT_NAME(io) || IoPAGE_LEN(io) != 60)
        return false;
    if (buffer->buf) {
        buffer->ptr = buffer->end = buffer->buf;
        top->flags &= ~PERLIO_F_RDBUF;
    }
    top->flags &= ~PERLIO_F_EOF;
    IoFLAGS(io) = 0;
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
static PerlIO *layer_open(pTHX_ PerlIO_funcs *self, PerlIO_list_t *layers, IV n,
                          const char *mode, int fd, int imode, int perm,
                          PerlIO *f, int narg, SV **args)
{
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

/* STDIN has no position; STDOUT counts its bytes, as :perlio does. */
static Off_t layer_tell(pTHX_ PerlIO *f)
{
    if ((PerlIOBase(f)->flags & PERLIO_F_CANWRITE) && mehari.current)
        return mehari.current->output.length;
    SETERRNO(ESPIPE, SS_IVCHAN);
    return -1;
}

/* A request has no descriptor. */
static IV layer_fileno(pTHX_ PerlIO *f)
{
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
 * Bytes that were read ahead go back to the request, as :perlio seeks back, so
 * that a copy of this handle (<&STDIN) continues at the program's position.
 */
static void give_back(pTHX_ PerlIO *f)
{
    PerlIOBuf *buffer = PerlIOSelf(f, PerlIOBuf);

    if (mehari.current && buffer->ptr < buffer->end)
        mh_input_unread(mehari.current->r, (char *)buffer->ptr,
                        buffer->end - buffer->ptr);
    buffer->ptr = buffer->end = buffer->buf;
    PerlIOBase(f)->flags &= ~PERLIO_F_RDBUF;
}

/*
 * Perl flushes for many reasons: after each print when $| is set, when code
 * calls STDOUT->flush, and before it duplicates, closes or changes a handle.
 * PL_op, the operator that runs, tells them apart. Only the first two are meant
 * for the client. Before a fork nothing needs to be flushed, because the new
 * process ends without flushing and leaves the connection to its parent.
 */
static IV layer_flush(pTHX_ PerlIO *f)
{
    bool client = false;

    if (PerlIOBase(f)->flags & PERLIO_F_RDBUF)
        give_back(aTHX_ f);
    if (!(PerlIOBase(f)->flags & PERLIO_F_CANWRITE) || !mehari.current ||
        mehari.elsewhere)
        return 0;
    switch (PL_op ? PL_op->op_type : OP_NULL) {
    case OP_FORK:
    case OP_SYSTEM:
    case OP_EXEC:
    case OP_BACKTICK:
        return 0;
    case OP_PRINT:
    case OP_SAY:
    case OP_PRTF:
    case OP_LEAVEWRITE:
    case OP_ENTERSUB:
        client = mehari.current->output.printed;
        break;
    default:
        break;
    }
    if (mh_output_flush(mehari.current, client) != APR_SUCCESS) {
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

    PerlIOBase(f)->flags &= ~(PERLIO_F_CANREAD | PERLIO_F_CANWRITE |
                              PERLIO_F_OPEN);
    return rc;
}

/* True if the handle is ours, without a layer of characters on it. */
static PerlIO *raw_handle(SV *sv, bool writing)
{
    IO *io = isGV_with_GP(sv) ? GvIO((GV *)sv) : NULL;
    PerlIO *f = io ? (writing ? IoOFP(io) : IoIFP(io)) : NULL;

    if (!f || !*f || SvRMAGICAL((SV *)io) || (*f)->tab != &layer ||
        ((*f)->flags & PERLIO_F_UTF8))
        return NULL;
    return f;
}

/* syswrite HANDLE, DATA, [LENGTH, [OFFSET]] */
bool mh_stdio_syswrite(pTHX)
{
    dSP;
    dMARK;
    SSize_t items = SP - MARK;
    PerlIO *f = items > 1 ? raw_handle(MARK[1], true) : NULL;
    STRLEN length;
    const char *data;
    IV wanted, offset;

    if (!f)
        goto another;
    data = SvPVbyte(MARK[2], length);
    wanted = items > 2 && SvOK(MARK[3]) ? SvIV(MARK[3]) : (IV)length;
    offset = items > 3 ? SvIV(MARK[4]) : 0;
    if (offset < 0)
        offset += length;
    if (offset < 0 || wanted < 0 || (STRLEN)offset > length)
        goto another;
    if ((STRLEN)wanted > length - offset)
        wanted = length - offset;
    if (layer_write(aTHX_ f, data + offset, wanted) < 0 ||
        mh_output_flush(mehari.current, true) != APR_SUCCESS)
        wanted = -1;
    SP = MARK;
    PUSHs(wanted < 0 ? &PL_sv_undef : sv_2mortal(newSViv(wanted)));
    PUTBACK;
    return true;
another:
    PUSHMARK(MARK);
    return false;
}

/*
 * First the bytes that an earlier read() left, then those that have arrived.
 */
static SSize_t read_some(pTHX_ PerlIO *f, char *to, STRLEN wanted)
{
    SSize_t got;

    if (!(PerlIOBase(f)->flags & PERLIO_F_CANREAD)) {
        SETERRNO(EBADF, SS_IVCHAN);
        return -1;
    }
    got = PerlIO_get_cnt(f);
    if (got <= 0 && wanted > 0) {
        if (layer_fill(aTHX_ f) < 0)
            return 0;
        got = PerlIO_get_cnt(f);
    }
    if ((STRLEN)got > wanted)
        got = wanted;
    memcpy(to, PerlIO_get_ptr(f), got);
    PerlIO_set_ptrcnt(f, PerlIO_get_ptr(f) + got, PerlIO_get_cnt(f) - got);
    return got;
}

/* sysread HANDLE, BUFFER, LENGTH, [OFFSET] */
bool mh_stdio_sysread(pTHX)
{
    dSP;
    dMARK;
    SSize_t items = SP - MARK;
    PerlIO *f = items > 2 ? raw_handle(MARK[1], false) : NULL;
    IV wanted = f ? SvIV(MARK[3]) : -1;
    IV offset = f && items > 3 ? SvIV(MARK[4]) : 0;
    STRLEN length;
    SSize_t got;
    SV *buffer;
    char *data;

    if (wanted < 0)
        goto another;
    buffer = MARK[2];
    if (!SvOK(buffer))
        SvPVCLEAR(buffer);
    (void)SvPVbyte_force(buffer, length);
    if (offset < 0)
        offset += length;
    if (offset < 0)
        goto another;
    data = SvGROW(buffer, (STRLEN)(offset + wanted + 1));
    if ((STRLEN)offset > length)
        Zero(data + length, offset - length, char);
    got = read_some(aTHX_ f, data + offset, wanted);
    SvCUR_set(buffer, offset + (got > 0 ? got : 0));
    *SvEND(buffer) = '\0';
    (void)SvPOK_only(buffer);
    SvSETMAGIC(buffer);
    SvTAINTED_on(buffer);
    SP = MARK;
    PUSHs(got < 0 ? &PL_sv_undef : sv_2mortal(newSViv(got)));
    PUTBACK;
    return true;
another:
    PUSHMARK(MARK);
    return false;
}
