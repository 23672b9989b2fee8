/*
 * form.c - Mehari::Form: the parsers of forms and cookies, for APR::Request and
 * its like. All values came from a client, so they are tainted.
 */
#include "module/api/core/method_table.h"

#include "module/form/cookie.h"
#include "module/form/multipart.h"
#include "module/api/apr/table.h"

/* libapreq's error numbers (APR::Request::Error). */
enum {
    BAD_CHARACTER = 120011,
    BAD_SEQUENCE = 120012,
    BAD_ATTRIBUTE = 120013,
    NO_TOKEN = 120021,
    MISMATCH = 120030
};

/* --- values ------------------------------------------------------------- */

static mh_slice_t slice_arg(pTHX_ mh_call_t *call, int i)
{
    mh_slice_t slice;
    STRLEN size;

    slice.data = SvPVbyte(call->arg[i], size);
    slice.size = size;
    return slice;
}

static SV *sent(pTHX_ SV *sv)
{
    if (TAINTING_get)
        SvTAINTED_on(sv);
    return sv;
}

/* Adds a value to the list that the method returns. */
static void push(pTHX_ mh_call_t *call, SV *sv)
{
    if (call->list == NULL)
        call->list = (AV *)sv_2mortal((SV *)newAV());
    av_push(call->list, sv);
}

static void push_slice(pTHX_ mh_call_t *call, mh_slice_t slice)
{
    push(aTHX_ call, slice.data == NULL
                         ? newSV(0)
                         : sent(aTHX_ newSVpvn(slice.data, slice.size)));
}

/* --- texts -------------------------------------------------------------- */

static SV *form_encode(pTHX_ mh_call_t *call)
{
    mh_slice_t from = slice_arg(aTHX_ call, 0);
    SV *result = sv_2mortal(newSV(from.size * 3 + 1));

    SvPOK_only(result);
    SvCUR_set(result, mh_form_encode(SvPVX(result), from));
    *SvEND(result) = '\0';
    return result;
}

/* A new scalar, or NULL. */
static SV *decoded(pTHX_ mh_slice_t from)
{
    SV *result = newSV(from.size + 1);
    size_t used;

    if (!mh_form_decode(SvPVX(result), &used, from)) {
        SvREFCNT_dec_NN(result);
        return NULL;
    }
    SvPOK_only(result);
    SvCUR_set(result, used);
    *SvEND(result) = '\0';
    return result;
}

static SV *form_decode(pTHX_ mh_call_t *call)
{
    SV *result = decoded(aTHX_ slice_arg(aTHX_ call, 0));

    return result == NULL ? &PL_sv_undef : sv_2mortal(result);
}

static SV *pairs(pTHX_ mh_call_t *call)
{
    mh_slice_t text = slice_arg(aTHX_ call, 0);
    mh_slice_t raw[2];
    size_t at = 0;

    push(aTHX_ call, newSViv(0));
    while (mh_form_pair(text, &at, &raw[0], &raw[1])) {
        SV *name = decoded(aTHX_ raw[0]);
        SV *value = name == NULL ? NULL : decoded(aTHX_ raw[1]);

        if (value == NULL) {
            SvREFCNT_dec(name);
            sv_setiv(AvARRAY(call->list)[0], BAD_SEQUENCE);
            break;
        }
        push(aTHX_ call, sent(aTHX_ name));
        push(aTHX_ call, sent(aTHX_ value));
    }
    return NULL;
}

static IV cookie_status(mh_cookie_found_e found)
{
    switch (found) {
    case MH_COOKIE_NO_EQUALS:
        return NO_TOKEN;
    case MH_COOKIE_UNQUOTED:
        return BAD_SEQUENCE;
    case MH_COOKIE_ATTRIBUTE:
        return BAD_ATTRIBUTE;
    case MH_COOKIE_EARLY:
        return BAD_CHARACTER;
    case MH_COOKIE_MIXED:
        return MISMATCH;
    default:
        return 0;
    }
}

static SV *cookies(pTHX_ mh_call_t *call)
{
    mh_cookie_reader_t reader = { slice_arg(aTHX_ call, 0), 0, 0, false };
    mh_cookie_found_e found;
    mh_cookie_t cookie;

    push(aTHX_ call, newSViv(0));
    while ((found = mh_cookie_next(&reader, &cookie)) == MH_COOKIE_GIVEN) {
        push_slice(aTHX_ call, cookie.name);
        push_slice(aTHX_ call, cookie.value);
        push_slice(aTHX_ call, cookie.path);
        push_slice(aTHX_ call, cookie.domain);
        push_slice(aTHX_ call, cookie.port);
        push(aTHX_ call, newSViv(cookie.version));
    }
    sv_setiv(AvARRAY(call->list)[0], cookie_status(found));
    return NULL;
}

static SV *attribute(pTHX_ mh_call_t *call)
{
    mh_slice_t header = slice_arg(aTHX_ call, 0);
    mh_slice_t value = mh_form_attribute(header, SvPVbyte_nolen(call->arg[1]));

    return value.data == NULL
               ? &PL_sv_undef
               : sent(aTHX_ newSVpvn_flags(value.data, value.size, SVs_TEMP));
}

static SV *charset(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ mh_form_charset(slice_arg(aTHX_ call, 0)));
}

static SV *each_value(pTHX_ mh_call_t *call)
{
    if (SvTYPE(SvRV(call->arg[0])) != SVt_PVHV)
        mh_method_croak(aTHX_ call, "argument 1 must refer to a hash");
    mh_table_prefetch(aTHX_(HV *) SvRV(call->arg[0]));
    return NULL;
}

/* --- multipart ---------------------------------------------------------- */

static SV *multipart(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 0, MH_POOL);
    mh_multipart_t *parser = apr_palloc(pool, sizeof *parser);

    if (!mh_multipart_init(parser, slice_arg(aTHX_ call, 1)))
        return &PL_sv_undef;
    return mh_object_in_pool(aTHX_ call, 0, MH_MULTIPART, parser);
}

/* Pairs of an event's number and its text. */
static SV *feed(pTHX_ mh_call_t *call)
{
    mh_multipart_t *parser = call->self;
    mh_slice_t data = slice_arg(aTHX_ call, 0);
    mh_slice_t none = { NULL, 0 };
    mh_event_e event = MH_EVENT_MORE;

    while (data.size > 0 && event != MH_EVENT_FAILED) {
        size_t taken = mh_multipart_feed(parser, data);
        mh_slice_t text = none;

        data.data += taken;
        data.size -= taken;
        while ((event = mh_multipart_next(parser, &text)) != MH_EVENT_MORE) {
            push(aTHX_ call, newSViv(event));
            push_slice(aTHX_ call, text);
            text = none;
            if (event == MH_EVENT_FAILED)
                break;
        }
    }
    return NULL;
}

static const mh_method_t form_functions[] = {
    MH_METHOD("encode", "s", form_encode, "the URL-encoded form of bytes"),
    MH_METHOD("decode", "s", form_decode,
              "the bytes behind it; undef when it is malformed"),
    MH_METHOD("pairs", "s", pairs,
              "a status, and the names and values of an encoded form"),
    MH_METHOD("cookies", "s", cookies,
              "a status, and six values for each cookie of a header"),
    MH_METHOD("attribute", "ss", attribute,
              "a header's attribute, as that of `form-data; name=\"x\"`"),
    MH_METHOD("charset", "s", charset, "the number of the likely charset"),
    MH_METHOD("each_value", "r", each_value,
              "make `values` of a hash, to be tied, see each key's own value"),
    MH_METHOD("multipart", "Ps", multipart,
              "a parser for a body with that boundary"),
    MH_END,
};

static const mh_method_t form_methods[] = {
    MH_METHOD("feed", "s", feed, "the events in the next bytes of the body"),
    MH_END,
};

const mh_api_t mh_api_form[] = {
    { "Mehari::Form", MH_NONE, form_functions },
    { "Mehari::Form", MH_MULTIPART, form_methods },
    MH_API_END,
};
