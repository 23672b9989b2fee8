/*
 * context.c - making a request's context, and what its end does.
 */
#include "module/request/context/context.h"

#include "apr_portable.h"

#include "module/perl/interpreter.h"
#include "module/perl/parent.h"
#include "module/perl/turn.h"
#include "module/request/context/front.h"

static void part(mh_context_t *context);
static apr_status_t request_gone(void *data);

const mh_front_t *mh_front;
static const mh_context_life_t *registered;

void mh_context_lives_by(const mh_context_life_t *life)
{
    registered = life;
}

mh_context_t *mh_context_make(request_rec *r)
{
    mh_context_t *context = apr_pcalloc(r->pool, sizeof(*context));

    context->r = r;
    context->generation = mh_parent_generation(r->server);
    context->output.status = OK;
    ap_set_module_config(r->request_config, &perl_module, context);
    __atomic_add_fetch(&mehari.requests, 1, __ATOMIC_RELAXED);
    if (mehari.threaded)
        registered->join(context);
    apr_pool_cleanup_register(r->pool, context, request_gone,
                              apr_pool_cleanup_null);
    /* Before subrequests and cleanups go: PerlCleanupHandler may use them. */
    apr_pool_pre_cleanup_register(r->pool, context, registered->end);
    return context;
}

static void part(mh_context_t *context)
{
    mh_context_t **link = &context->root->inner;

    while (*link && *link != context)
        link = &(*link)->inner;
    if (*link)
        *link = context->inner;
}

/*
 * This cleanup was registered first, so it runs last, after objects of the pool
 * were freed. httpd may end a child from a signal handler at any time before,
 * even in the middle of malloc(). Then no Perl may run (end_child).
 */
static apr_status_t request_gone(void *data)
{
    mh_context_t *context = data;

    __atomic_sub_fetch(&mehari.requests, 1, __ATOMIC_RELAXED);
    if (!context->root)
        return APR_SUCCESS;
    if (context->root != context)
        part(context);
    mh_turn_drop(context);
    return APR_SUCCESS;
}

/* The list begins with the youngest, because pools end in that order. */
void mh_context_end(mh_context_t *root)
{
    for (mh_context_t *each = root->inner; each; each = each->inner)
        apr_pool_cleanup_run(each->r->pool, each, registered->end);
    apr_pool_cleanup_run(root->r->pool, root, registered->end);
}

/* A request inside another: response.c and phase.c put the outer one back. */
void mh_context_global(mh_context_t *context)
{
    context->global = true;
    mehari.global = context;
}

/*
 * A connection handler may have forked a process that talks to the client. A
 * request's handler may not: only its parent's output is sent.
 */
void mh_context_forked(void (*drop)(int fd))
{
    apr_socket_t *socket;
    apr_os_sock_t fd = -1;

    if (!mehari.current)
        return;
    socket = ap_get_conn_socket(mehari.current->r->connection);
    if (socket && apr_os_sock_get(&fd, socket) == APR_SUCCESS)
        drop(fd);
}
