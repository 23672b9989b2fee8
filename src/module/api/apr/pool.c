/*
 * pool.c - APR::Pool: memory that is freed all at once, and the cleanups that
 * run then.
 *
 * A pool that Perl made is destroyed with its last reference; tables made in it
 * and pools below it hold such a reference. Only httpd ends the pools that
 * httpd made.
 */
#include "module/api/core/owner.h"
#include "module/api/core/method_table.h"

#include "module/perl/call.h"
#include "module/perl/interpreter.h"
#include "module/perl/turn.h"
#include "shared/perl/own.h"
#include "module/perl/parent.h"

/* A Perl sub to be called when the pool goes. */
typedef struct cleanup {
    SV *code;
    SV *argument;         /* NULL: none */
    unsigned generation;  /* of the interpreter that these are in */
    apr_pool_t *pool;     /* this and next: where threads take turns */
    struct cleanup *next; /* registered before this one, for any pool */
} cleanup_t;

/* A pool that Perl made, in its own memory. */
typedef struct ending {
    apr_pool_t *pool;
    struct ending *next; /* in endings, once its end has begun */
} ending_t;

static ending_t *endings;
static MH_OWN cleanup_t *cleanups;

static apr_status_t ending_begins(void *data);
static apr_status_t ending_done(void *data);
static apr_status_t run_cleanup(void *data);

/*
 * Accepts an APR::Pool, even one that has gone, or a class name. The end of one
 * pool ends others, so programs that clean up meet pools that have gone.
 */
static bool is_pool(pTHX_ mh_call_t *call)
{
    SV *sv = call->arg[0];

    if (SvROK(sv) && mh_object_kind(sv) != MH_POOL)
        mh_arg_object(aTHX_ call, 0, MH_POOL);
    return SvROK(sv);
}

/*
 * A cleanup may drop the last reference to its own pool, which is just going,
 * or destroy the pool above. APR would then free both twice.
 */
static void watch_ending(apr_pool_t *pool)
{
    ending_t *ending = apr_pcalloc(pool, sizeof *ending);

    ending->pool = pool;
    apr_pool_pre_cleanup_register(pool, ending, ending_begins);
    /* The first to be registered is the last to run. */
    apr_pool_cleanup_register(pool, ending, ending_done, apr_pool_cleanup_null);
}

static apr_status_t ending_begins(void *data)
{
    ending_t *ending = data;

    ending->next = endings;
    endings = ending;
    return APR_SUCCESS;
}

static apr_status_t ending_done(void *data)
{
    ending_t **link = &endings;

    while (*link != NULL && *link != data)
        link = &(*link)->next;
    if (*link != NULL)
        *link = (*link)->next;
    return APR_SUCCESS;
}

static bool is_ending(apr_pool_t *pool)
{
    for (ending_t *each = endings; each != NULL; each = each->next)
        if (apr_pool_is_ancestor(pool, each->pool))
            return true;
    return false;
}

static SV *new_pool(pTHX_ mh_call_t *call)
{
    apr_pool_t *parent = NULL;
    apr_pool_t *pool = NULL;
    apr_status_t rc;
    SV *object;

    if (is_pool(aTHX_ call))
        parent = mh_object_peek(aTHX_ call->arg[0], MH_POOL);
    rc = apr_pool_create(&pool, parent);
    mh_check_status(aTHX_ rc, "APR::Pool::new");
    watch_ending(pool);
    object = mh_object_owned(aTHX_ MH_POOL, pool, pool);
    if (parent != NULL)
        mh_object_depends(aTHX_ object, call->arg[0]);
    return object;
}

/* If Perl cleared httpd's own pool, httpd would go on using freed memory. */
static SV *pool_clear(pTHX_ mh_call_t *call)
{
    SV *object = sv_2mortal(newSVsv(call->self_sv));

    if (!mh_object_is_owned(object))
        mh_method_croak(aTHX_ call, "this pool is httpd's, who will clear it");
    if (is_ending(call->self))
        mh_method_croak(aTHX_ call,
                        "this pool, or one below it, is being destroyed");
    apr_pool_clear(call->self);
    watch_ending(call->self);
    mh_object_revive(aTHX_ object, call->self, call->self);
    return NULL;
}

/* Does nothing to httpd's pools, as in mod_perl, or to pools that are gone. */
static SV *pool_destroy(pTHX_ mh_call_t *call)
{
    SV *sv = call->arg[0];

    if (!is_pool(aTHX_ call))
        mh_arg_object(aTHX_ call, 0, MH_POOL);
    if (mh_object_is_owned(sv)) {
        apr_pool_t *pool = mh_object_peek(aTHX_ sv, MH_POOL);

        if (!is_ending(pool))
            apr_pool_destroy(pool);
    }
    return NULL;
}

/*
 * The last reference is gone. The dispatcher has checked that the pool is ours.
 */
static SV *dispose(pTHX_ mh_call_t *call)
{
    if (!is_ending(call->self))
        apr_pool_destroy(call->self);
    return NULL;
}

static SV *parent_get(pTHX_ mh_call_t *call)
{
    return mh_object_pool(aTHX_ apr_pool_parent_get(call->self));
}

static SV *is_ancestor(pTHX_ mh_call_t *call)
{
    apr_pool_t *below = mh_arg_object(aTHX_ call, 0, MH_POOL);

    return mh_int(aTHX_ apr_pool_is_ancestor(call->self, below));
}

static SV *tag(pTHX_ mh_call_t *call)
{
    const char *text = mh_arg_string(aTHX_ call, 0, "");

    apr_pool_tag(call->self, apr_pstrdup(call->self, text));
    return NULL;
}

/*
 * A name without a package belongs to the package that registers it, as in any
 * other call. Perl looks for the sub when it calls it.
 */
static SV *code_arg(pTHX_ SV *code)
{
    const char *name;

    if (SvROK(code))
        return newSVsv(code);
    name = SvPV_nolen(code);
    if (strstr(name, "::") != NULL || strchr(name, '\'') != NULL)
        return newSVsv(code);
    return newSVpvf("%s::%s", HvNAME(CopSTASH(PL_curcop)), name);
}

static SV *cleanup_register(pTHX_ mh_call_t *call)
{
    cleanup_t *cleanup = apr_palloc(call->self, sizeof *cleanup);

    cleanup->code = code_arg(aTHX_ call->arg[0]);
    cleanup->argument = mh_arg_given(call, 1) ? newSVsv(call->arg[1]) : NULL;
    cleanup->generation = mehari.generation;
    cleanup->pool = call->self;
    if (mehari.threaded) {
        cleanup->next = cleanups;
        cleanups = cleanup;
    }
    apr_pool_cleanup_register(call->self, cleanup, run_cleanup,
                              apr_pool_cleanup_null);
    return NULL;
}

static SV *cleanup_for_exec(pTHX_ mh_call_t *call)
{
    apr_pool_cleanup_for_exec();
    return NULL;
}

/*
 * The warning goes where the program listens to warnings; it may throw as well.
 */
static void warn_of_error(pTHX_ void *text)
{
    warn("%s", (const char *)text);
}

/* $@ with mod_perl's words in front, which programs look for. */
static void report(pTHX)
{
    apr_pool_t *pool;
    char *text;

    apr_pool_create(&pool, NULL);
    text = apr_pstrcat(pool,
                       "APR::Pool: cleanup died: ", mh_error_text(aTHX_ pool),
                       "\n", NULL);
    if (PL_warnhook == NULL || !mh_call_c(aTHX_ warn_of_error, text)) {
        text[strlen(text) - 1] = '\0';
        mh_log_error(APLOG_MARK, APLOG_WARNING, 0, mehari.server, "MH2020: %s",
                     text);
    }
    apr_pool_destroy(pool);
}

/*
 * httpd may destroy the pool, or Perl code inside an eval, whose $@ is kept. No
 * caller catches what the code throws.
 */
static void call_cleanup(pTHX_ cleanup_t *cleanup)
{
    int count = cleanup->argument != NULL;
    mh_result_t result;

    ENTER;
    save_scalar(PL_errgv);
    result = mh_call(aTHX_ cleanup->code, &cleanup->argument, count);
    if (result.outcome == MH_CALL_DIED)
        report(aTHX);
    LEAVE;
    SvREFCNT_dec(cleanup->code);
    SvREFCNT_dec(cleanup->argument);
}

static void forget_cleanup(const cleanup_t *cleanup)
{
    cleanup_t **link = &cleanups;

    while (*link != NULL && *link != cleanup)
        link = &(*link)->next;
    if (*link != NULL)
        *link = cleanup->next;
}

/* Each may register others, and destroy pools. */
void mh_pool_cleanups_run(apr_pool_t *pool)
{
    cleanup_t *cleanup = cleanups;

    while (cleanup != NULL) {
        if (!apr_pool_is_ancestor(pool, cleanup->pool)) {
            cleanup = cleanup->next;
            continue;
        }
        apr_pool_cleanup_run(cleanup->pool, cleanup, run_cleanup);
        cleanup = cleanups;
    }
}

/* A pool can outlive the interpreter, and with it the subs. */
static apr_status_t run_cleanup(void *data)
{
    cleanup_t *cleanup = data;
    bool lives;

    mh_turn_take(MH_TURN_EVER);
    lives = mh_parent_enter_generation(cleanup->generation);
    forget_cleanup(cleanup);
    if (lives) {
        dTHXa(mehari.perl);

        if (!PL_dirty)
            call_cleanup(aTHX_ cleanup);
    }
    mh_parent_leave();
    mh_turn_leave();
    return APR_SUCCESS;
}

static const mh_method_t pool_methods[] = {
    MH_METHOD("clear", "", pool_clear,
              "free everything in the pool, and keep the pool"),
    MH_METHOD("DESTROY", "", dispose, "destroy a pool that Perl created"),
    MH_METHOD("parent_get", "", parent_get, "the pool above, or undef"),
    MH_METHOD("is_ancestor", "P", is_ancestor,
              "true if the other pool is below it"),
    MH_METHOD("tag", "s", tag, "name the pool, for debugging APR"),
    MH_METHOD("cleanup_register", "c|*", cleanup_register,
              "call a sub when the pool ends"),
    MH_METHOD("new", ":*", new_pool, "a new pool, below the one given"),
    MH_METHOD("destroy", ":*", pool_destroy,
              "destroy a pool that Perl created"),
    MH_METHOD("cleanup_for_exec", ":|*", cleanup_for_exec,
              "close files that another program must not inherit"),
    MH_END,
};

const mh_api_t mh_api_apr_pool[] = {
    { "APR::Pool", MH_POOL, pool_methods },
    MH_API_END,
};
