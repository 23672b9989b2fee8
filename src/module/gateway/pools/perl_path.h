/*
 * perl_path.h - the interpreter that a #! line must name for a script to be run
 * by the perl that we are built with.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_PERL_PATH_H
#define MEHARI_MODULE_GATEWAY_POOLS_PERL_PATH_H

extern const char *const mh_perl_path;

#endif
