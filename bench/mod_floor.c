/*
 * mod_floor: a C handler that sends a page at the lowest cost that httpd
 * allows.
 *
 * `mehari bench` puts every mode's figures beside this handler's. A request to
 * this handler only costs what httpd itself does (connection, parsing, phases,
 * filters, log). No Perl handler can cost less, so the difference is the cost
 * of Perl.
 *
 *     <Location "/floor/hello">
 *         SetHandler mehari-floor
 *         FloorPage "text/html" "/path/of/the/page"
 *     </Location>
 *
 * The page is read at the first request of each child, not at start: the bench
 * writes the page after it has seen the script's answer, so that both send the
 * same bytes.
 */
#include <httpd.h>
#include <http_config.h>
#include <http_core.h>
#include <http_log.h>
#include <http_protocol.h>

#include <apr_file_io.h>
#include <apr_strings.h>

#define FLOOR_HANDLER "mehari-floor"

/*
 * One per <Location>. Lives as long as the configuration; `body` is filled in
 * each child by its first request. The bench waits for the answer to that
 * request before it sends others, because a child may have threads.
 */
typedef struct {
    const char *type;
    const char *path;
    char *body;
    apr_size_t length;
    apr_pool_t *pool;
} floor_page_t;

static void *create_page(apr_pool_t *pool, char *where);
static const char *set_page(cmd_parms *cmd, void *config, const char *type,
                            const char *path);
static void register_hooks(apr_pool_t *pool);

static const command_rec directives[] = {
    AP_INIT_TAKE2("FloorPage", set_page, NULL, ACCESS_CONF,
                  "the content type and the file that mehari-floor sends"),
    { NULL },
};

/* The one name that httpd looks for; all others are hidden. */
extern module AP_MODULE_DECLARE_DATA floor_module
    __attribute__((visibility("default")));
AP_DECLARE_MODULE(floor) = {
    STANDARD20_MODULE_STUFF, create_page, NULL, NULL, NULL, directives,
    register_hooks,
#if defined(AP_MODULE_FLAG_NONE)
    AP_MODULE_FLAG_NONE,
#endif
};

static void *create_page(apr_pool_t *pool, char *where)
{
    floor_page_t *page = apr_pcalloc(pool, sizeof *page);

    (void)where;
    page->pool = pool;
    return page;
}

static const char *set_page(cmd_parms *cmd, void *config, const char *type,
                            const char *path)
{
    floor_page_t *page = config;

    page->type = type;
    page->path = ap_server_root_relative(cmd->pool, path);
    return page->path ? NULL : "FloorPage: the path cannot be used";
}

static apr_status_t load_page(floor_page_t *page, apr_pool_t *scratch)
{
    apr_file_t *file;
    apr_finfo_t info;
    apr_status_t rv;
    char *body;

    rv = apr_file_open(&file, page->path, APR_READ, APR_OS_DEFAULT, scratch);
    if (rv != APR_SUCCESS)
        return rv;
    rv = apr_file_info_get(&info, APR_FINFO_SIZE, file);
    if (rv != APR_SUCCESS)
        return rv;
    body = apr_palloc(page->pool, (apr_size_t)info.size + 1);
    rv = apr_file_read_full(file, body, (apr_size_t)info.size, &page->length);
    if (rv == APR_SUCCESS || APR_STATUS_IS_EOF(rv)) {
        page->body = body;
        rv = APR_SUCCESS;
    }
    apr_file_close(file);
    return rv;
}

static int send_page(request_rec *r)
{
    floor_page_t *page;
    apr_status_t rv;

    if (!r->handler || strcmp(r->handler, FLOOR_HANDLER) != 0)
        return DECLINED;
    page = ap_get_module_config(r->per_dir_config, &floor_module);
    if (!page->path) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "mehari-floor has no FloorPage for %s", r->uri);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (!page->body && (rv = load_page(page, r->pool)) != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "FloorPage %s cannot be read", page->path);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    ap_set_content_type(r, page->type);
    if (page->length && !r->header_only &&
        ap_rwrite(page->body, (int)page->length, r) < 0)
        return AP_FILTER_ERROR;
    return OK;
}

static void register_hooks(apr_pool_t *pool)
{
    (void)pool;
    ap_hook_handler(send_page, NULL, NULL, APR_HOOK_MIDDLE);
}
