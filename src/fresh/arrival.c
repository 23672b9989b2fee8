/*
 * arrival.c - see arrival.h.
 */
#include "fresh/arrival.h"

#include "fresh/override.h"
#include "fresh/package.h"
#include "own.h"

static OP *(*perl_require)(pTHX);

static MH_OWN mh_arrival_t *told;
static MH_OWN bool loading; /* what a module loads is part of it */

static bool is_module(pTHX_ SV *name)
{
    PERL_UNUSED_CONTEXT;
    return SvPOK(name) && mh_package_file_is_module(SvPVX(name));
}

static void loaded(pTHX_ void *data)
{
    const mh_arrival_t *arrival = data;

    loading = false;
    if (told == arrival)
        arrival->arrived(aTHX_ arrival->data);
}

/* Is it the first time in this run, and was it not compiled with it? */
static bool is_first(pTHX_ mh_arrival_t *arrival, SV *name)
{
    HE *he = hv_fetch_ent(arrival->required, name, 1, 0);
    bool known = he && SvIOK(HeVAL(he)) &&
                 (!SvIVX(HeVAL(he)) || SvIVX(HeVAL(he)) == arrival->run);

    if (he && !known)
        sv_setiv(HeVAL(he), arrival->run);
    return !known;
}

/* Perl clears these two when it loads a file, which a new perl would do. */
static void seem_to_load(pTHX)
{
    CLEAR_ERRSV();
    SETERRNO(0, SS_NORMAL);
}

static void rehide_exit(pTHX_ void *hidden)
{
    PERL_UNUSED_CONTEXT;
    mh_overrides_hide_exit(hidden != NULL);
}

/* The destructor is for a file that does not compile. */
static OP *require_file(pTHX_ bool module)
{
    bool hidden = mh_overrides_hide_exit(!module);
    OP *next;

    if (hidden != !module)
        SAVEDESTRUCTOR_X(rehide_exit, hidden ? &told : NULL);
    next = perl_require(aTHX);
    mh_overrides_hide_exit(hidden);
    return next;
}

/* The number of what is being loaded. */
static MH_OWN UV load_number;

/* A file that is not there, or does not compile, leaves without a word. */
static void failed(pTHX_ void *number)
{
    PERL_UNUSED_CONTEXT;
    if (PTR2UV(number) == load_number)
        loading = false;
}

/*
 * When require returns, the file has been compiled and will run inside the
 * context that is on the stack now; leaving that calls us.
 */
static OP *load(pTHX_ mh_arrival_t *arrival)
{
    OP *op = PL_op;
    OP *next;

    arrival->arriving(aTHX_ arrival->data);
    loading = true;
    load_number++;
    SAVEDESTRUCTOR_X(failed, INT2PTR(void *, load_number));
    next = require_file(aTHX_ true);
    if (next == op->op_next)
        loaded(aTHX_ arrival);
    else
        SAVEDESTRUCTOR_X(loaded, arrival);
    return next;
}

static OP *watched_require(pTHX)
{
    mh_arrival_t *arrival = told;
    SV *name = *PL_stack_sp;
    bool first;

    if (!arrival || loading || !is_module(aTHX_ name))
        return require_file(aTHX_ is_module(aTHX_ name));
    first = is_first(aTHX_ arrival, name);
    if (!arrival->run)
        return require_file(aTHX_ true);
    if (!hv_exists_ent(GvHVn(PL_incgv), name, 0))
        return load(aTHX_ arrival);
    if (first)
        seem_to_load(aTHX);
    return perl_require(aTHX);
}

void mh_arrival_install(void)
{
    static bool installed;

    if (installed)
        return;
    installed = true;
    perl_require = PL_ppaddr[OP_REQUIRE];
    PL_ppaddr[OP_REQUIRE] = watched_require;
}

void mh_arrival_tell(mh_arrival_t *arrival)
{
    told = arrival;
    loading = false;
}
