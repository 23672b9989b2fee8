/*
 * surroundings.h - what mod_cgi gives a program besides its environment and
 * streams: the directory that it is in, words for @ARGV, and the name of perl.
 */
#ifndef MEHARI_REGISTRY_SURROUNDINGS_H
#define MEHARI_REGISTRY_SURROUNDINGS_H

#include "../mehari.h"

/* Goes to the directory of the file; APR_SUCCESS, or why not. */
apr_status_t mh_directory_enter(const char *file);

/* Goes back to where this process lives. */
void mh_directory_leave(void);

/* r NULL: there is no request, so there are no words. */
void mh_arguments_set(pTHX_ request_rec *r);

/*
 * A program is to run, or other Perl code. They differ in $^X, and in what
 * CGI.pm knows: it looks once whether it is in mod_perl, and goes mod_perl's
 * ways then.
 */
void mh_surroundings_tell(pTHX_ bool program);

/*
 * A program is to be compiled: what others have told CGI.pm and CGI::Carp in
 * their BEGIN blocks is not for it.
 */
void mh_surroundings_forget(pTHX);

#endif
