/*
 * arrival.c - see arrival.h.
 */
#include "fresh/arrival.h"

#include "fresh/package.h"

static OP *(*perl_require)(pTHX);

static const mh_arrival_t *told;
static bool loading; /* what a module loads is part of it */

static bool will_load(pTHX_ SV *name)
{
    return SvPOK(name) && mh_package_file_is_module(SvPVX(name)) &&
           !hv_exists_ent(GvHVn(PL_incgv), name, 0);
}

static void loaded(pTHX_ void *data)
{
    const mh_arrival_t *arrival = data;

    loading = false;
    if (told == arrival)
        arrival->arrived(aTHX_ arrival->data);
}

/*
 * When require returns, the file has been compiled and will run inside the
 * context that is on the stack now; leaving that calls us.
 */
static OP *watched_require(pTHX)
{
    const mh_arrival_t *arrival = told;
    OP *op = PL_op;
    OP *next;

    if (!arrival || loading || !will_load(aTHX_ * PL_stack_sp))
        return perl_require(aTHX);
    arrival->arriving(aTHX_ arrival->data);
    loading = true;
    next = perl_require(aTHX);
    if (next == op->op_next)
        loaded(aTHX_(void *) arrival);
    else
        SAVEDESTRUCTOR_X(loaded, (void *)arrival);
    return next;
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

/* A file that does not compile leaves without a word. */
void mh_arrival_tell(const mh_arrival_t *arrival)
{
    told = arrival;
    loading = false;
}
