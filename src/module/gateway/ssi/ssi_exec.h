/*
 * ssi_exec.h - <!--#exec cgi="..." --> and <!--#exec cmd="..." --> in pages of
 * mod_include, if neither mod_cgi nor mod_cgid is loaded. Runs in httpd.
 */
#ifndef MEHARI_MODULE_GATEWAY_SSI_SSI_EXEC_H
#define MEHARI_MODULE_GATEWAY_SSI_SSI_EXEC_H

/* A hook: httpd's modules look for each other's functions. */
void mh_ssi_exec_offer(void);

#endif
