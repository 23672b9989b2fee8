/*
 * page_sub.c - see page_sub.h.
 */
#include "module/gateway/ssi/page_sub.h"

#include "module/config/config.h"
#include "module/request/handler.h"
#include "module/request/page_call.h"

mh_handler_t *mh_page_sub_find(const request_rec *r, const char *name)
{
    const apr_array_header_t *subs = mh_dir_config(r)->page_subs;

    for (int i = 0; subs && i < subs->nelts; i++) {
        mh_handler_t *sub = APR_ARRAY_IDX(subs, i, mh_handler_t *);

        if (!strcmp(sub->name, name))
            return sub;
    }
    return NULL;
}

/* The page's place, with the sub as its one response handler. */
static ap_conf_vector_t *place_of(const request_rec *r, mh_handler_t *sub,
                                  apr_pool_t *pool)
{
    mh_dir_config_t *dir = mh_create_dir_config(pool, NULL);
    ap_conf_vector_t *place = ap_create_per_dir_config(pool);
    apr_array_header_t *list = apr_array_make(pool, 1, sizeof(mh_handler_t *));

    APR_ARRAY_PUSH(list, mh_handler_t *) = sub;
    dir->handlers[MH_HOOK_RESPONSE] = list;
    ap_set_module_config(place, &perl_module, dir);
    return ap_merge_per_dir_configs(pool, r->per_dir_config, place);
}

/* The sub sees what the page was asked for. */
static void ask_as(request_rec *rr, const request_rec *r, mh_handler_t *sub)
{
    rr->uri = r->uri;
    rr->unparsed_uri = r->unparsed_uri;
    rr->parsed_uri = r->parsed_uri;
    rr->args = r->args;
    rr->path_info = r->path_info;
    rr->handler = "perl-script";
    rr->per_dir_config = place_of(r, sub, rr->pool);
}

/*
 * The page's own filters would work on the output twice, and mod_include would
 * obey elements in it, which may be words of a client.
 */
static void drop_filters(request_rec *rr)
{
    ap_filter_t *next;

    for (ap_filter_t *f = rr->output_filters; f && f->r == rr; f = next) {
        next = f->next;
        if (f->frec != ap_subreq_core_filter_handle)
            ap_remove_output_filter(f);
    }
}

int mh_page_sub_call(request_rec *r, mh_handler_t *sub,
                     const apr_array_header_t *words, ap_filter_t *next)
{
    request_rec *rr = ap_sub_req_lookup_file(r->filename, r, next);
    int status = rr->status;

    if (status == HTTP_OK) {
        ask_as(rr, r, sub);
        drop_filters(rr);
        mh_page_call_mark(rr, words);
        status = ap_run_handler(rr);
        ap_finalize_sub_req_protocol(rr);
    }
    ap_destroy_sub_req(rr);
    return status;
}
