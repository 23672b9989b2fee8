/*
 * ssi_perl.h - <!--#perl sub="Apache::Include" arg="/perl/menu.pl" --> in pages
 * of mod_include, as mod_perl 1 had it. Runs in httpd.
 *
 * The element makes a subrequest, and calls nothing by itself: a page's author
 * reaches only what the configuration serves at that URI, by the handler and in
 * the pool that hold there.
 */
#ifndef MEHARI_MODULE_GATEWAY_SSI_SSI_PERL_H
#define MEHARI_MODULE_GATEWAY_SSI_SSI_PERL_H

/* A hook: httpd's modules look for each other's functions. */
void mh_ssi_perl_offer(void);

#endif
