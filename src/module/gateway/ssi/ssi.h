/*
 * ssi.h - elements in pages of mod_include. Runs in httpd.
 */
#ifndef MEHARI_MODULE_GATEWAY_SSI_SSI_H
#define MEHARI_MODULE_GATEWAY_SSI_SSI_H

#include "module/common/httpd_headers.h"

/*
 * Hooks, as httpd's modules look for each other's functions. The first has
 * <!--#exec cgi="..." --> and <!--#exec cmd="..." -->, if neither mod_cgi nor
 * mod_cgid is loaded.
 */
void mh_ssi_exec_offer(void);
/*
 * <!--#perl sub="Apache::Include" arg="/perl/menu.pl" -->, as mod_perl 1 had
 * it. The element makes a subrequest, and calls nothing by itself: a page's
 * author reaches only what the configuration serves at that URI, by the handler
 * and in the pool that hold there.
 */
void mh_ssi_perl_offer(void);

/*
 * A command of the shell, run by the pool that would run a script in the page's
 * place. f: the filter of the page. The command's output is appended to bb, and
 * some of bb is passed on when it is large. NULL, or why it failed.
 */
const char *mh_ssi_command(ap_filter_t *f, apr_bucket_brigade *bb,
                           const char *command);

#endif
