/*
 * request_io.c - Apache2::RequestIO: what a handler writes to the client and
 * reads from it, by name and through a tied handle.
 */
#include "module/api/httpd/request_io.h"

#include "module/perl/call.h"
#include "module/perl/interpreter.h"
#include "module/request/context/context.h"
#include "module/request/input.h"
#include "module/api/core/arglist.h"
#include "module/request/output.h"

/* Room for reading, to begin with. */
#define READ_STEP 65536

mh_context_t *mh_output_of(pTHX_ mh_call_t *call)
{
    if (mehari.hook >= MH_HOOK_POST_READ_REQUEST &&
        mehari.hook < MH_HOOK_RESPONSE) {
        /* Programs look for mod_perl's words. */
        croak("$r->%s can't be called before the response phase",
              call->method->name);
    }
    return mh_context(call->self);
}

static SV *count(pTHX_ STRLEN bytes)
{
    return GIMME_V == G_VOID ? NULL : sv_2mortal(newSVuv(bytes));
}

/* The result of print is true even when it has sent nothing. */
static SV *count_true(pTHX_ STRLEN bytes)
{
    return bytes == 0 ? sv_2mortal(newSVpvs("0E0")) : count(aTHX_ bytes);
}

static STRLEN write_list(pTHX_ mh_call_t *call, mh_context_t *context,
                         const char *function)
{
    /* By index, not by pointer: an overloaded argument may move the stack. */
    SSize_t first = call->arg - PL_stack_base;
    STRLEN total = 0;

    for (int i = 0; i < call->nargs; i++) {
        STRLEN length;
        const char *data = SvPV(PL_stack_base[first + i], length);

        mh_check_status(aTHX_ mh_output_write(context, data, length), function);
        total += length;
    }
    return total;
}

/*
 * $| belongs to the selected handle, which is PL_defoutgv. Asking Perl would
 * cost a call for each print.
 */
static void autoflush(pTHX_ mh_context_t *context, const char *function)
{
    IO *io = PL_defoutgv != NULL ? GvIO(PL_defoutgv) : NULL;

    if (io != NULL && (IoFLAGS(io) & IOf_FLUSH))
        mh_check_status(aTHX_ mh_output_flush(context, true), function);
}

static SV *request_io_print(pTHX_ mh_call_t *call)
{
    const char *function = "Apache2::RequestIO::print";
    mh_context_t *context = mh_output_of(aTHX_ call);
    STRLEN total = write_list(aTHX_ call, context, function);

    autoflush(aTHX_ context, function);
    return count_true(aTHX_ total);
}

static SV *print_format(pTHX_ mh_call_t *call)
{
    const char *function = "Apache2::RequestIO::printf";
    mh_context_t *context = mh_output_of(aTHX_ call);
    SV **list = mh_arglist(aTHX_ call);
    STRLEN length;
    const char *data = SvPV(list[0], length);
    SV *text = newSV_type(SVt_PV);

    /* The format is a good guess at how long the text will be. */
    sv_2mortal(text);
    SvGROW(text, length + 64);
    SvPVCLEAR(text);
    if (SvUTF8(list[0]))
        SvUTF8_on(text);
    sv_vcatpvfn(text, data, length, NULL, list + 1, (Size_t)call->nargs - 1,
                NULL);
    data = SvPV(text, length);
    mh_check_status(aTHX_ mh_output_write(context, data, length), function);
    autoflush(aTHX_ context, function);
    return count(aTHX_ length);
}

static SV *put_strings(pTHX_ mh_call_t *call)
{
    return count(aTHX_ write_list(aTHX_ call, mh_output_of(aTHX_ call),
                                  "Apache2::RequestIO::puts"));
}

/* The beginning of a part; a negative offset counts from the end. */
static STRLEN part_offset(pTHX_ mh_call_t *call, IV offset, STRLEN length)
{
    if (offset < 0)
        offset += (IV)length;
    if (offset < 0 || (STRLEN)offset > length)
        mh_method_croak(aTHX_ call, "the offset is outside of the string");
    return (STRLEN)offset;
}

static SV *write_part(pTHX_ mh_call_t *call)
{
    mh_context_t *context = mh_output_of(aTHX_ call);
    IV wanted = mh_arg_int(aTHX_ call, 1, -1);
    IV given = mh_arg_int(aTHX_ call, 2, 0);
    STRLEN length;
    STRLEN offset;
    const char *data = SvPV(call->arg[0], length);

    if (wanted < -1)
        mh_method_croak(aTHX_ call, "the length cannot be negative");
    offset = part_offset(aTHX_ call, given, length);
    length -= offset;
    if (wanted >= 0 && (STRLEN)wanted < length)
        length = (STRLEN)wanted;
    mh_check_status(aTHX_ mh_output_write(context, data + offset, length),
                    "Apache2::RequestIO::write");
    return count(aTHX_ length);
}

static SV *flush(pTHX_ mh_call_t *call)
{
    mh_check_status(aTHX_ mh_output_flush(mh_output_of(aTHX_ call), true),
                    "Apache2::RequestIO::rflush");
    return NULL;
}

/*
 * Opens the file for the rest of the request, because httpd may send it later.
 * Returns the number of bytes after offset.
 */
static apr_status_t open_part(request_rec *r, const char *name,
                              apr_file_t **file, apr_off_t offset,
                              apr_off_t *length)
{
    apr_int32_t flags = APR_FOPEN_READ | APR_FOPEN_BINARY;
    apr_finfo_t info;
    apr_status_t rc;

    if (offset < 0 || *length < 0)
        return APR_EINVAL;
    if (AP_SENDFILE_ENABLED(
            ((core_dir_config *)ap_get_core_module_config(r->per_dir_config))
                ->enable_sendfile))
        flags |= APR_FOPEN_SENDFILE_ENABLED;
    rc = apr_file_open(file, name, flags, APR_FPROT_OS_DEFAULT, r->pool);
    if (rc != APR_SUCCESS)
        return rc;
    rc = apr_file_info_get(&info, APR_FINFO_SIZE, *file);
    if (rc == APR_SUCCESS && offset > info.size)
        rc = APR_EINVAL;
    if (rc != APR_SUCCESS) {
        apr_file_close(*file);
        return rc;
    }
    if (*length == 0 || *length > info.size - offset)
        *length = info.size - offset;
    return APR_SUCCESS;
}

static apr_status_t pass_file(mh_context_t *context, apr_file_t *file,
                              apr_off_t offset, apr_off_t length)
{
    request_rec *r = context->r;
    apr_status_t rc = mh_output_flush(context, false);
    apr_bucket_brigade *brigade;

    if (rc != APR_SUCCESS || length == 0)
        return rc;
    mh_output_headers_done(context);
    context->output.sent = true;
    brigade = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    apr_brigade_insert_file(brigade, file, offset, length, r->pool);
    return ap_pass_brigade(r->output_filters, brigade);
}

/* Returns the status; in void context, an error throws an exception. */
static SV *send_file(pTHX_ mh_call_t *call)
{
    mh_context_t *context = mh_output_of(aTHX_ call);
    const char *own = ((request_rec *)call->self)->filename;
    const char *name = mh_arg_string(aTHX_ call, 0, own != NULL ? own : "");
    apr_off_t offset = mh_arg_int(aTHX_ call, 1, 0);
    apr_off_t length = mh_arg_int(aTHX_ call, 2, 0);
    apr_file_t *file = NULL;
    apr_status_t rc;

    rc = open_part(call->self, name, &file, offset, &length);
    if (rc == APR_SUCCESS)
        rc = pass_file(context, file, offset, length);
    if (rc != APR_SUCCESS && GIMME_V == G_VOID) {
        mh_croak_status(
            aTHX_ rc, apr_psprintf(((request_rec *)call->self)->pool,
                                   "Apache2::RequestIO::sendfile('%s')", name));
    }
    return mh_int(aTHX_ rc);
}

/* Makes the buffer a string of bytes that ends at offset, which it returns. */
static STRLEN cut_buffer(pTHX_ mh_call_t *call, SV *buffer, IV offset)
{
    STRLEN used;
    char *data;

    /* Call magic only once, or a new element would vanish again. */
    SvGETMAGIC(buffer);
    if (!SvOK(buffer))
        sv_setpvs(buffer, "");
    (void)SvPV_force_nomg(buffer, used);
    sv_utf8_downgrade_nomg(buffer, FALSE);
    used = SvCUR(buffer);
    if (offset < 0)
        offset += (IV)used;
    if (offset < 0)
        mh_method_croak(aTHX_ call, "the offset is outside of the string");
    data = SvGROW(buffer, (STRLEN)offset + 1);
    if ((STRLEN)offset > used)
        memset(data + used, 0, (STRLEN)offset - used);
    SvCUR_set(buffer, offset);
    data[offset] = '\0';
    return (STRLEN)offset;
}

/* The buffer has got `more` bytes at its end, from the client. */
static void extend_buffer(pTHX_ SV *buffer, STRLEN more)
{
    SvCUR_set(buffer, SvCUR(buffer) + more);
    *SvEND(buffer) = '\0';
    SvPOK_only(buffer);
}

/*
 * Bytes of the client are tainted; set magic would undo that, so it is done
 * last.
 */
static void finish_buffer(pTHX_ SV *buffer)
{
    SvSETMAGIC(buffer);
    SvTAINTED_on(buffer);
}

/*
 * Appends to the buffer until wanted bytes have come or the body ends. Memory
 * is allocated as data comes, because a client may announce more than it sends.
 */
static STRLEN read_into(pTHX_ request_rec *r, SV *buffer, STRLEN wanted)
{
    STRLEN total = 0;
    apr_size_t got = 1;

    while (total < wanted && got > 0) {
        STRLEN room = total > READ_STEP ? total : READ_STEP;

        if (room > wanted - total)
            room = wanted - total;
        SvGROW(buffer, SvCUR(buffer) + room + 1);
        mh_check_status(aTHX_ mh_input_read(r, SvEND(buffer), room, &got),
                        "Apache2::RequestIO::read");
        extend_buffer(aTHX_ buffer, got);
        total += got;
    }
    return total;
}

static SV *read_body(pTHX_ mh_call_t *call)
{
    request_rec *r = call->self;
    SV *buffer = call->arg[0];
    IV wanted = mh_arg_int(aTHX_ call, 1, 0);
    IV offset = mh_arg_int(aTHX_ call, 2, 0);
    STRLEN total;

    if (wanted < 0)
        mh_method_croak(aTHX_ call, "the length cannot be negative");
    cut_buffer(aTHX_ call, buffer, offset);
    total = read_into(aTHX_ r, buffer, (STRLEN)wanted);
    finish_buffer(aTHX_ buffer);
    return sv_2mortal(newSVuv(total));
}

static SV *read_byte(pTHX_ mh_call_t *call)
{
    SV *byte = sv_2mortal(newSVpvs(""));

    if (read_into(aTHX_ call->self, byte, 1) == 0)
        return &PL_sv_undef;
    finish_buffer(aTHX_ byte);
    return byte;
}

static SV *setup_client_block(pTHX_ mh_call_t *call)
{
    int policy = (int)mh_arg_int(aTHX_ call, 0, REQUEST_CHUNKED_ERROR);

    return mh_int(aTHX_ ap_setup_client_block(call->self, policy));
}

static SV *get_client_block(pTHX_ mh_call_t *call)
{
    SV *buffer = call->arg[0];
    IV size = mh_arg_int(aTHX_ call, 1, 0);
    long got;

    if (size < 0)
        mh_method_croak(aTHX_ call,
                        "the size of the buffer cannot be negative");
    cut_buffer(aTHX_ call, buffer, 0);
    SvGROW(buffer, (STRLEN)size + 1);
    got = ap_get_client_block(call->self, SvPVX(buffer), (apr_size_t)size);
    extend_buffer(aTHX_ buffer, got > 0 ? (STRLEN)got : 0);
    finish_buffer(aTHX_ buffer);
    return mh_int(aTHX_ got);
}

/*
 * tie *STDOUT, $r (or a class name, with $r after it): the object that the
 * handle is tied to is the request itself.
 */
static SV *request_io_tie_handle(pTHX_ mh_call_t *call)
{
    SV *object = call->nargs > 1 ? call->arg[1] : call->arg[0];

    if (mh_object_kind(object) == MH_REQUEST)
        return sv_mortalcopy(object); /* in a thread there is no other */
    return mh_object_request(aTHX_ mh_object_ptr(
        aTHX_ object, MH_REQUEST, "TIEHANDLE()", call->nargs > 1 ? 1 : 0));
}

/* The handle itself, whatever it is tied to. */
static SV *file_number(pTHX_ mh_call_t *call)
{
    const IO *stdout_io = GvIO(gv_fetchpvs("STDOUT", GV_ADD, SVt_PVIO));

    return mh_int(aTHX_ stdout_io && IoOFP(stdout_io)
                      ? PerlIO_fileno(IoOFP(stdout_io))
                      : -1);
}

/* Opening is Perl's business: see _open in lib/Apache2/RequestIO.pm. */
static SV *open_stdout(pTHX_ mh_call_t *call)
{
    SV **list = mh_arglist(aTHX_ call);

    load_module(PERL_LOADMOD_NOIMPORT, newSVpvs("Apache2::RequestIO"), NULL);
    return mh_call_scalar(aTHX_(SV *)
                              get_cv("Apache2::RequestIO::_open", GV_ADD),
                          list, call->nargs);
}

static SV *succeed(pTHX_ mh_call_t *call)
{
    return &PL_sv_yes;
}

static const mh_method_t request_io_methods[] = {
    MH_METHOD("print", "@", request_io_print, "send strings to the client"),
    MH_METHOD("PRINT", "@", request_io_print, "print, for a tied handle"),
    MH_METHOD("printf", "*@", print_format, "send a formatted string"),
    MH_METHOD("PRINTF", "*@", print_format, "printf, for a tied handle"),
    MH_METHOD("puts", "@", put_strings, "send strings, and ignore $|"),
    MH_METHOD("write", "*|ii", write_part, "send a part of a string"),
    MH_METHOD("WRITE", "*|ii", write_part, "write, for a tied handle"),
    MH_METHOD("rflush", "@", flush, "send the buffer to the client"),
    MH_METHOD("sendfile", "|sii", send_file, "send a file or a part of it"),
    MH_METHOD("read", "wi|i", read_body, "read from the request's body"),
    MH_METHOD("READ", "wi|i", read_body, "read, for a tied handle"),
    MH_METHOD("GETC", "", read_byte, "one byte of the request's body"),
    MH_METHOD_OF_REQUEST("discard_request_body", ap_discard_request_body,
                         "read the request's body and drop it"),
    MH_METHOD("setup_client_block", "|i", setup_client_block,
              "prepare for get_client_block"),
    MH_METHOD_OF_REQUEST("should_client_block", ap_should_client_block,
                         "true if the request has a body"),
    MH_METHOD("get_client_block", "wi", get_client_block,
              "read from the request's body; use read instead"),
    MH_METHOD("BINMODE", "@", succeed, "nothing, for a tied handle"),
    MH_METHOD("CLOSE", "@", succeed, "nothing, for a tied handle"),
    MH_METHOD("UNTIE", "*@", succeed, "nothing, for a tied handle"),
    MH_METHOD("FILENO", "", file_number,
              "the descriptor of STDOUT, -1 if it has none"),
    MH_METHOD("OPEN", "*@", open_stdout, "untie STDOUT and open it"),
    MH_METHOD("TIEHANDLE", ":*|*", request_io_tie_handle,
              "the request, to tie a handle to"),
    MH_END,
};

const mh_api_t mh_api_request_io[] = {
    { "Apache2::RequestIO", MH_REQUEST, request_io_methods },
    MH_API_END,
};
