/*
 * error_object.h - APR::Error objects, and the error that ends a program: exit.
 *
 * An error is a blessed hash: rc, file, line and func, where file and line are
 * those of the Perl statement that made the call. The Perl part of the class
 * (overloading, text) is lib/APR/Error.pm, loaded when the first error is made.
 * Runs wherever Perl runs.
 */
#ifndef MEHARI_MODULE_PERL_ERROR_OBJECT_H
#define MEHARI_MODULE_PERL_ERROR_OBJECT_H

#include "module/common/mehari.h"

/*
 * Croaks with an APR::Error object (rc, function name), as in mod_perl after
 * failed calls of APR and httpd.
 */
void mh_croak_status(pTHX_ apr_status_t rc, const char *function)
    __attribute__((noreturn));

/* The same unless rc is APR_SUCCESS. */
void mh_check_status(pTHX_ apr_status_t rc, const char *function);

/*
 * Ends the program: throws the error whose rc is ModPerl::EXIT. $SIG{__DIE__}
 * is not called, because a program that ends has not failed.
 */
void mh_croak_exit(pTHX) __attribute__((noreturn));

/*
 * True if err is the error that mh_croak_exit() throws. Calls no Perl, leaves
 * $@ alone.
 */
bool mh_is_exit_sv(pTHX_ SV *err);

/*
 * True if err is an APR::Error with that status. Calls no Perl, leaves $@
 * alone.
 */
bool mh_error_is(pTHX_ SV *err, apr_status_t rc);

#endif
