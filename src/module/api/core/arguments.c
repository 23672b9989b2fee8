/*
 * arguments.c - a method's arguments and results, and the messages about a
 * wrong call.
 */
#include <limits.h>

#include "module/api/core/method_table.h"

/* The word for each letter, in usage lines. */
static const struct {
    char letter;
    const char *word;
} words[] = {
    { 's', "string" },     { 'S', "string" },     { 'i', "integer" },
    { 'n', "number" },     { 'b', "boolean" },    { 'c', "code" },
    { '*', "value" },      { 'r', "reference" },  { 'w', "buffer" },
    { 'P', "pool" },       { 'T', "table" },      { 'R', "request" },
    { 'C', "connection" }, { 'V', "server" },     { 'F', "finfo" },
    { 'L', "filter" },     { 'U', "subrequest" }, { 'K', "socket" },
    { 'A', "array" },      { 'D', "address" },    { 'B', "bucket" },
    { 'G', "brigade" },    { 'O', "allocator" },  { '\0', "value" },
};

/* The kind that an argument letter stands for, or MH_NONE. */
static mh_object_kind_e kind_of_letter(char letter)
{
    switch (letter) {
    case 'P':
        return MH_POOL;
    case 'T':
        return MH_TABLE;
    case 'R':
        return MH_REQUEST;
    case 'C':
        return MH_CONNECTION;
    case 'V':
        return MH_SERVER;
    case 'F':
        return MH_FINFO;
    case 'L':
        return MH_FILTER;
    case 'U':
        return MH_SUBREQUEST;
    case 'K':
        return MH_SOCKET;
    case 'A':
        return MH_ARRAY;
    case 'D':
        return MH_SOCKADDR;
    case 'B':
        return MH_BUCKET;
    case 'G':
        return MH_BRIGADE;
    case 'O':
        return MH_BUCKET_ALLOC;
    default:
        return MH_NONE;
    }
}

/* --- names ------------------------------------------------------------ */

/* `$r->uri(`, `Apache2::ServerUtil->server(`, `Apache2::Util::ht_time(`. */
static SV *call_start(pTHX_ const mh_bound_t *bound)
{
    return sv_2mortal(
        newSVpvf("%s%s%s(",
                 bound->self != MH_NONE ? mh_class(bound->self)->variable
                                        : bound->package,
                 bound->invocant ? "->" : "::", bound->method->name));
}

const char *mh_method_name(pTHX_ const mh_bound_t *bound)
{
    SV *name = call_start(aTHX_ bound);

    sv_catpvs(name, ")");
    return SvPVX(name);
}

static const char *word_of(char letter)
{
    int i;

    for (i = 0; words[i].letter != '\0' && words[i].letter != letter; i++) {
    }
    return words[i].word;
}

const char *mh_method_usage(pTHX_ const mh_bound_t *bound)
{
    SV *usage = call_start(aTHX_ bound);
    const char *letter = bound->kinds;
    int position = 0;

    if (bound->method->usage != NULL) {
        sv_catpvf(usage, "%s)", bound->method->usage);
        return SvPVX(usage);
    }
    for (; *letter != '\0'; letter++, position++) {
        const char *format = position < bound->least ? "%s%s" : "%s[%s]";

        sv_catpvf(usage, format, position == 0 ? "" : ", ", word_of(*letter));
    }
    if (bound->most == INT_MAX)
        sv_catpvf(usage, "%s...", position == 0 ? "" : ", ");
    sv_catpvs(usage, ")");
    return SvPVX(usage);
}

/* --- checks ----------------------------------------------------------- */

static void refuse(pTHX_ mh_call_t *call, int i, const char *expected)
{
    croak("%s: argument %d must be %s, not %s",
          mh_method_name(aTHX_ call->bound), i + 1, expected,
          mh_describe(aTHX_ call->arg[i]));
}

static bool is_string(SV *sv)
{
    return SvOK(sv) && (!SvROK(sv) || SvOBJECT(SvRV(sv)));
}

/* "404 Not Found": Perl reads the number, and warns about the rest. */
static bool begins_with_number(SV *sv)
{
    const char *text = SvPVX_const(sv);

    while (isSPACE(*text))
        text++;
    if (*text == '+' || *text == '-')
        text++;
    return isDIGIT(text[*text == '.']);
}

/*
 * Nothing at all is 0, as everywhere in Perl. Objects may overload
 * numification; asking them is the caller's business.
 */
static bool is_number(pTHX_ SV *sv)
{
    if (!SvOK(sv) || SvIOK(sv) || SvNOK(sv))
        return true;
    if (SvROK(sv))
        return SvAMAGIC(sv);
    return SvPOK(sv) &&
           (SvCUR(sv) == 0 || looks_like_number(sv) || begins_with_number(sv));
}

/*
 * Some programs ask for a header with an undefined name, and must get none.
 * Only fields that httpd's modules use without a check for NULL refuse undef.
 */
static bool may_be_undef(const mh_call_t *call)
{
    return call->bound->method->field != MH_FIELD_TEXT;
}

/* `sub {...}`, the name of one, or an object that overloads &{}. */
static bool is_code(SV *sv)
{
    if (SvROK(sv))
        return SvTYPE(SvRV(sv)) == SVt_PVCV || SvOBJECT(SvRV(sv));
    return SvPOK(sv) && SvCUR(sv) != 0;
}

static void check(pTHX_ mh_call_t *call, int i, char letter)
{
    SV *sv = call->arg[i];
    mh_object_kind_e kind;

    SvGETMAGIC(sv);
    switch (letter) {
    case '*':
    case 'b':
        return;
    case 's':
        if (!is_string(sv) && (SvOK(sv) || !may_be_undef(call)))
            refuse(aTHX_ call, i, "a string");
        return;
    case 'S':
        if (SvOK(sv) && !is_string(sv))
            refuse(aTHX_ call, i, "a string or undef");
        return;
    case 'i':
        if (!is_number(aTHX_ sv))
            refuse(aTHX_ call, i, "an integer");
        return;
    case 'n':
        if (!is_number(aTHX_ sv))
            refuse(aTHX_ call, i, "a number");
        return;
    case 'c':
        if (!is_code(sv))
            refuse(aTHX_ call, i, "a code reference or the name of a sub");
        return;
    case 'r':
        if (!SvROK(sv))
            refuse(aTHX_ call, i, "a reference");
        return;
    case 'w':
        if (SvREADONLY(sv)) {
            mh_method_croak(
                aTHX_ call,
                "argument %d must be a variable that can be written "
                "to, but %s is read-only",
                i + 1, mh_describe(aTHX_ sv));
        }
        return;
    default:
        kind = kind_of_letter(letter);
        if (mh_object_peek(aTHX_ sv, kind) == NULL) {
            mh_object_ptr(aTHX_ sv, kind, mh_method_name(aTHX_ call->bound),
                          i + 1);
        }
    }
}

/*
 * True if its conversion can run Perl code, by overloading or a handler of
 * warnings.
 */
static bool is_unsettled(SV *sv, char letter)
{
    if (SvROK(sv) || SvGMAGICAL(sv))
        return true;
    if (letter == 's')
        return !SvOK(sv);
    return (letter == 'i' || letter == 'n') && !SvNIOK(sv);
}

/*
 * Perl code runs now, so that none runs while the C function works on the
 * invocant.
 */
static void settle(pTHX_ mh_call_t *call, int i, char letter)
{
    SV *sv = call->arg[i];

    call->ran = true;
    if (!SvROK(sv) && !is_unsettled(sv, letter))
        return;
    if (letter == 's' || (letter == 'S' && SvROK(sv))) {
        SV *text = sv_newmortal();

        sv_copypv_nomg(text, sv);
        call->arg[i] = text;
    } else if (letter == 'i') {
        call->arg[i] = sv_2mortal(newSViv(SvIV_nomg(sv)));
    } else if (letter == 'n') {
        call->arg[i] = sv_2mortal(newSVnv(SvNV_nomg(sv)));
    }
}

void mh_check_arguments(pTHX_ mh_call_t *call)
{
    const char *letter = call->bound->kinds;
    int i;

    for (i = 0; i < call->nargs && *letter != '\0'; i++, letter++) {
        check(aTHX_ call, i, *letter);
        if (is_unsettled(call->arg[i], *letter))
            settle(aTHX_ call, i, *letter);
    }
    for (; i < call->nargs && !call->ran; i++)
        call->ran = SvROK(call->arg[i]) || SvGMAGICAL(call->arg[i]);
    if (call->ran && call->self_sv != NULL && SvROK(call->self_sv)) {
        /* The call must end before the object does. */
        sv_2mortal(SvREFCNT_inc_simple_NN(SvRV(call->self_sv)));
    }
}

/* --- reading ---------------------------------------------------------- */

bool mh_arg_given(mh_call_t *call, int i)
{
    return i < call->nargs;
}

/*
 * C would cut the string at the NUL, so it would not be the string that the
 * program has checked.
 */
const char *mh_arg_string(pTHX_ mh_call_t *call, int i, const char *otherwise)
{
    STRLEN length;
    const char *string;

    if (i >= call->nargs)
        return otherwise;
    if (!SvOK(call->arg[i]))
        return NULL;
    string = SvPV_nomg(call->arg[i], length);
    if (memchr(string, '\0', length) != NULL) {
        mh_method_croak(aTHX_ call, "argument %d must not contain a NUL byte",
                        i + 1);
    }
    return string;
}

IV mh_arg_int(pTHX_ mh_call_t *call, int i, IV otherwise)
{
    return i < call->nargs ? SvIV_nomg(call->arg[i]) : otherwise;
}

bool mh_arg_bool(pTHX_ mh_call_t *call, int i, bool otherwise)
{
    return i < call->nargs ? SvTRUE_nomg(call->arg[i]) : otherwise;
}

void *mh_arg_object(pTHX_ mh_call_t *call, int i, mh_object_kind_e kind)
{
    void *ptr;

    if (i >= call->nargs)
        return NULL;
    ptr = mh_object_peek(aTHX_ call->arg[i], kind);
    return ptr != NULL
               ? ptr
               : mh_object_ptr(aTHX_ call->arg[i], kind,
                               mh_method_name(aTHX_ call->bound), i + 1);
}

/* --- giving ----------------------------------------------------------- */

SV *mh_string(pTHX_ const char *string)
{
    return string == NULL ? &PL_sv_undef
                          : sv_2mortal(newSVpvn(string, strlen(string)));
}

SV *mh_object_in_pool(pTHX_ mh_call_t *call, int i, mh_object_kind_e kind,
                      void *ptr)
{
    SV *object = mh_object_owned(aTHX_ kind, ptr,
                                 mh_arg_object(aTHX_ call, i, MH_POOL));

    mh_object_depends(aTHX_ object, call->arg[i]);
    return object;
}

SV *mh_int(pTHX_ IV value)
{
    return sv_2mortal(newSViv(value));
}

/* mod_perl's methods return C's 0, which prints and compares as "0". */
SV *mh_bool(pTHX_ bool value)
{
    return mh_int(aTHX_ value);
}

void mh_method_croak(pTHX_ mh_call_t *call, const char *message, ...)
{
    SV *text = sv_newmortal();
    va_list list;

    va_start(list, message);
    sv_vsetpvf(text, message, &list);
    va_end(list);
    croak("%s: %" SVf, mh_method_name(aTHX_ call->bound), SVfARG(text));
}
