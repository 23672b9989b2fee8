/*
 * zygote.h - one script: read, compiled, and shared.
 */
#ifndef MEHARI_ZYGOTE_H
#define MEHARI_ZYGOTE_H

#include <EXTERN.h>
#include <perl.h>

/*
 * Perl is about to read the script's first byte from fd. Becomes a base, and
 * returns in a zygote that is to compile, or in a child that is to compile and
 * run (mh_exact.kind).
 */
void mh_zygote_at_script(int fd, void *context);

/*
 * perl_parse() has come back, with that status. Returns in a child that is to
 * run the script, shared or not.
 */
void mh_zygote_parsed(pTHX_ int status);

#endif
