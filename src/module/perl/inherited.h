/*
 * inherited.h - finds connections that Perl code has left open in a process
 * that others are forked from. If two processes use one connection, each may
 * get the other's answers.
 *
 * Runs in httpd's parent before it has children, and in a worker base before it
 * has workers. Scripts of perl-cgi do not need it: a zygote stops before it
 * opens a connection (src/pool/perl/trace/functions.S).
 */
#ifndef MEHARI_MODULE_PERL_INHERITED_H
#define MEHARI_MODULE_PERL_INHERITED_H

#include "module/common/mehari.h"

/* Before any Perl code runs: what is open now is not Perl's. */
void mh_inherited_start(pTHX);

/* Names each in a numbered warning in s's log. The caller has Perl. */
void mh_inherited_report(pTHX_ server_rec *s);

/* Mehari::Inherited::holder(\thing): the name of its holder, or undef. */
void mh_inherited_boot(pTHX);

#endif
