/*
 * dispositions.h - which signals a script ignores when it begins. exec() keeps
 * ignored signals, so a script sees those of the process that starts it: under
 * mod_cgi a child of httpd, under mod_cgid its daemon.
 */
#ifndef MEHARI_MODULE_GATEWAY_POOLS_DISPOSITIONS_H
#define MEHARI_MODULE_GATEWAY_POOLS_DISPOSITIONS_H

#include <stdint.h>

/*
 * When httpd loads the module for the first time: notes what httpd was started
 * with, before the MPM ignores PIPE and XFSZ, and Perl FPE.
 */
void mh_dispositions_note(void);

/* At the start of a child of httpd. */
void mh_dispositions_child(void);

/* Bit n-1 is set if signal n is ignored. Called in a child of httpd. */
uint64_t mh_dispositions_ignored(void);

/* The set that the parent expects its children to have. */
uint64_t mh_dispositions_expected(void);

#endif
