/*
 * health.c - the health of all pools: 200, or 503 and the pools that do not
 * answer. For probes and load balancers, which only look at the status.
 */
#include "module/status/format.h"

/* One manager that does not answer marks the whole machine as down: a load
 * balancer cannot know which pool its requests would go to. */
void mh_format_health(request_rec *r, const mh_view_t *view)
{
    const char *wrong = "";

    for (int i = 0; i < view->parts->nelts; i++) {
        const mh_view_part_t *part = APR_ARRAY_IDX(view->parts, i,
                                                   mh_view_part_t *);

        if (part->wrong)
            wrong = apr_pstrcat(r->pool, wrong, part->name, ": ", part->wrong,
                                "\n", NULL);
    }
    ap_set_content_type(r, "text/plain; charset=utf-8");
    if (*wrong)
        r->status = HTTP_SERVICE_UNAVAILABLE;
    ap_rputs(*wrong ? wrong : "ok\n", r);
}
