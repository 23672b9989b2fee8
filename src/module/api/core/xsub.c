/*
 * xsub.c - the one XSUB behind every method, and its registration.
 *
 * The CV has the row that was called. The XSUB finds every error in a call
 * before a C function sees the call. It allocates memory and builds texts only
 * for errors.
 */
#include <limits.h>

#include "module/api/core/method_table.h"
#include "module/perl/interpreter.h"
#include "module/request/environment/environment.h"

static void dispatch(pTHX_ CV *cv);
static void list_methods(pTHX_ CV *cv);

/*
 * A bound method for each row, in the order of the tables. They outlive
 * interpreters: rows are constant, so a restart binds the same ones.
 */
static mh_bound_t *bound_rows;

/* --- registration ----------------------------------------------------- */

static void count_arguments(mh_bound_t *bound, const char *args)
{
    bool optional = false;

    for (; *args != '\0'; args++) {
        if (*args == '|') {
            optional = true;
        } else if (*args == '@') {
            bound->most = INT_MAX;
        } else {
            bound->most++;
            bound->least += !optional;
        }
    }
}

static char *letters_of(const mh_method_t *method)
{
    const char *args = method->args;
    char *letters = malloc(strlen(args) + 1);
    char *end = letters;

    if (letters == NULL)
        abort();
    for (; *args != '\0'; args++) {
        if (strchr(".:|@", *args) == NULL) {
            *end++ = method->field != MH_FIELD_NONE
                         ? mh_field_letter(method->field)
                         : *args;
        }
    }
    *end = '\0';
    return letters;
}

static void bind_row(mh_bound_t *bound, const mh_api_t *api,
                     const mh_method_t *method)
{
    bool alone = *method->args == '.' || *method->args == ':';

    bound->method = method;
    bound->module = api->module;
    bound->package = api->self != MH_NONE ? mh_class(api->self)->package
                                          : api->module;
    bound->self = alone ? MH_NONE : api->self;
    bound->kinds = letters_of(method);
    bound->destroy = strcmp(method->name, "DESTROY") == 0;
    bound->invocant = bound->self != MH_NONE || *method->args == '.';
    count_arguments(bound, method->args + alone);
}

/* Binds the rows from number i on, and returns the number of the next one. */
static size_t bind_all(mh_bound_t *bound, size_t i, const mh_api_t *const *file)
{
    const mh_method_t *method;

    for (; *file != NULL; file++)
        for (const mh_api_t *api = *file; api->module != NULL; api++)
            for (method = api->methods; method->name != NULL; method++, i++)
                if (bound != NULL)
                    bind_row(&bound[i], api, method);
    return i;
}

static void bind_rows(void)
{
    size_t count = bind_all(NULL, bind_all(NULL, 0, mh_api_apr), mh_api_httpd);
    mh_bound_t *bound = calloc(count + 1, sizeof *bound);

    if (bound == NULL)
        abort();
    bind_all(bound, bind_all(bound, 0, mh_api_apr), mh_api_httpd);
    bound_rows = bound;
}

void mh_api_define(pTHX)
{
    mh_bound_t *bound;

    if (bound_rows == NULL)
        bind_rows();
    for (bound = bound_rows; bound->method != NULL; bound++) {
        SV *name = newSVpvf("%s::%s", bound->package, bound->method->name);
        CV *cv = newXS(SvPVX(name), dispatch, "mehari");

        CvXSUBANY(cv).any_ptr = bound;
        SvREFCNT_dec_NN(name);
    }
}

void mh_api_boot(pTHX)
{
    mh_api_define(aTHX);
    newXS("Mehari::API::methods", list_methods, "mehari");
}

/* --- checks ----------------------------------------------------------- */

static void refuse_count(pTHX_ const mh_bound_t *bound, int items)
{
    const char *name = mh_method_name(aTHX_ bound);
    const char *usage = mh_method_usage(aTHX_ bound);
    int count = items - (bound->invocant ? 1 : 0);

    if (count < 0) {
        croak("%s: called without %s (usage: %s)", name,
              bound->self == MH_NONE ? "a class name" : "an object", usage);
    }
    if (bound->most == INT_MAX) {
        croak("%s: takes at least %d argument%s, got %d (usage: %s)", name,
              bound->least, bound->least == 1 ? "" : "s", count, usage);
    }
    if (bound->most == 0)
        croak("%s: takes no arguments, got %d (usage: %s)", name, count, usage);
    if (bound->least == bound->most) {
        croak("%s: takes %d argument%s, got %d (usage: %s)", name, bound->most,
              bound->most == 1 ? "" : "s", count, usage);
    }
    croak("%s: takes %d to %d arguments, got %d (usage: %s)", name,
          bound->least, bound->most, count, usage);
}

/* The message up to the semicolon is mod_perl's. */
static void refuse_in_threads(pTHX_ const mh_bound_t *bound)
{
    if (mehari.threaded && !mehari.starting) {
        croak("%s: Can't run 'setting %s' in the threaded environment after "
              "server startup; it can be set under prefork, and in workers "
              "(PerlUsePool)",
              mh_method_name(aTHX_ bound), bound->method->name);
    }
}

static void check_phase(pTHX_ const mh_bound_t *bound, int nargs)
{
    if (bound->method->when == MH_UNTHREADED && nargs != 0)
        refuse_in_threads(aTHX_ bound);
    if (bound->method->when == MH_STARTUP && !mehari.starting) {
        /*
         * The first half of the message is mod_perl's, because programs look
         * for it.
         */
        croak("%s: Can't run '%s' after server startup; call it from "
              "PerlRequire, PerlModule or PerlPostConfigRequire code",
              mh_method_name(aTHX_ bound), bound->method->name);
    }
    if (bound->method->when == MH_IN_REQUEST && mehari.current == NULL) {
        croak("%s: can be called only while a request is handled",
              mh_method_name(aTHX_ bound));
    }
}

/* The invocant's pointer. Most calls end at the first test. */
static void *invocant(pTHX_ const mh_bound_t *bound, SV *sv)
{
    mh_object_kind_e kind = bound->self;
    void *self;

    SvGETMAGIC(sv);
    self = mh_object_peek(aTHX_ sv, kind);
    if (self == NULL)
        self = mh_object_ptr(aTHX_ sv, kind, mh_method_name(aTHX_ bound), 0);
    return self;
}

/*
 * CGI's variables are made of the request's fields and headers. If some have
 * been read, the others are made now, before Perl code changes the fields.
 */
static void settle_environment(pTHX_ const mh_bound_t *bound, SV *self,
                               int nargs)
{
    mh_object_kind_e kind = bound->self;
    void *table = kind == MH_TABLE ? mh_object_peek(aTHX_ self, kind) : NULL;

    if ((bound->method->call == NULL && nargs != 0) ||
        (table != NULL && mehari.current != NULL &&
         table == mehari.current->r->headers_in))
        mh_environment_settle(aTHX);
}

/* --- the XSUB --------------------------------------------------------- */

static void dispatch(pTHX_ CV *cv)
{
    dXSARGS;
    const mh_bound_t *bound = CvXSUBANY(cv).any_ptr;
    const mh_method_t *method = bound->method;
    int skip = bound->invocant ? 1 : 0;
    mh_call_t call;
    SV *result;

    if (items - skip < bound->least || items - skip > bound->most)
        refuse_count(aTHX_ bound, items);
    if (bound->destroy && !mh_object_is_owned(ST(0)))
        XSRETURN_EMPTY;
    if (UNLIKELY(mh_environment_waits) && skip)
        settle_environment(aTHX_ bound, ST(0), items - skip);
    call.method = method;
    call.bound = bound;
    call.self = NULL;
    call.self_sv = skip ? ST(0) : NULL;
    call.arg = &ST(skip);
    call.nargs = items - skip;
    call.list = NULL;
    call.ran = false;
    if (bound->self != MH_NONE)
        call.self = invocant(aTHX_ bound, ST(0));
    if (call.nargs != 0) {
        mh_check_arguments(aTHX_ & call);
        /*
         * Overloaded code may have ended the object that the method is called
         * on.
         */
        if (UNLIKELY(call.ran) && call.self != NULL)
            call.self = invocant(aTHX_ bound, ST(0));
    }
    if (method->when != MH_ANYTIME)
        check_phase(aTHX_ bound, call.nargs);

    result = method->call != NULL ? method->call(aTHX_ & call)
                                  : mh_field(aTHX_ & call);

    /* The call may have moved Perl's stack. */
    SP = PL_stack_base + ax - 1;
    if (call.list != NULL) {
        SSize_t i;
        SSize_t count = av_top_index(call.list) + 1;

        EXTEND(SP, count);
        for (i = 0; i < count; i++) {
            SV **element = av_fetch(call.list, i, 0);

            PUSHs(element == NULL ? &PL_sv_undef
                                  : sv_2mortal(SvREFCNT_inc(*element)));
        }
    } else if (result != NULL) {
        EXTEND(SP, 1);
        PUSHs(result);
    }
    PUTBACK;
}

/* --- the list of all methods ------------------------------------------ */

static SV *text(pTHX_ const char *string)
{
    return newSVpv(string == NULL ? "" : string, 0);
}

static void list_methods(pTHX_ CV *cv)
{
    dXSARGS;
    const mh_bound_t *bound;

    SP = PL_stack_base + ax - 1;
    for (bound = bound_rows; bound->method != NULL; bound++) {
        const mh_method_t *method = bound->method;
        AV *row = newAV();

        av_push(row, text(aTHX_ bound->module));
        av_push(row, text(aTHX_ bound->package));
        av_push(row, text(aTHX_ mh_class(bound->self)->package));
        av_push(row, text(aTHX_ method->name));
        av_push(row, text(aTHX_ method->args + (*method->args == ':')));
        av_push(row, newSViv(method->writable));
        av_push(row, text(aTHX_ method->doc));
        av_push(row, text(aTHX_ mh_method_usage(aTHX_ bound)));
        av_push(row, newSViv(method->when));
        XPUSHs(sv_2mortal(newRV_noinc((SV *)row)));
    }
    PUTBACK;
}
