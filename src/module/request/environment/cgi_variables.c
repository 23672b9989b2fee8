/*
 * cgi_variables.c - see cgi_variables.h.
 */
#include "module/request/environment/cgi_variables.h"

#include "module/request/context/front.h"

#define PATH_TRANSLATED "PATH_TRANSLATED"

bool mh_cgi_variables_add(request_rec *r)
{
    char *path_info = r->path_info;

    ap_add_common_vars(r);
    if (!path_info || !*path_info || !strcmp(r->protocol, "INCLUDED")) {
        ap_add_cgi_vars(r);
        return false;
    }
    /* Without PATH_INFO httpd takes the whole URI for the script's name. */
    r->path_info = apr_pstrdup(r->pool, "");
    ap_add_cgi_vars(r);
    r->path_info = path_info;
    apr_table_setn(r->subprocess_env, "SCRIPT_NAME",
                   apr_pstrmemdup(r->pool, r->uri,
                                  ap_find_path_info(r->uri, path_info)));
    apr_table_setn(r->subprocess_env, "PATH_INFO", path_info);
    return true;
}

/* RFC 3875, 4.1.6: PATH_INFO, taken for a URI, as the server would map it. */
const char *mh_cgi_variables_translate(request_rec *r)
{
    const char *known = apr_table_get(r->subprocess_env, PATH_TRANSLATED);
    request_rec *lookup;

    if (known)
        return known;
    if (mh_front) {
        known = mh_front->path_translated();
        if (known)
            apr_table_setn(r->subprocess_env, PATH_TRANSLATED, known);
        return known;
    }
    lookup = ap_sub_req_lookup_uri(ap_escape_uri(r->pool, r->path_info), r,
                                   NULL);
    if (lookup->filename)
        known = apr_pstrcat(r->pool, lookup->filename, lookup->path_info, NULL);
    ap_destroy_sub_req(lookup);
    if (known)
        apr_table_setn(r->subprocess_env, PATH_TRANSLATED, known);
    return known;
}
