/*
 * surroundings.h - what mod_cgi gives a program besides its environment and
 * streams: the directory that it is in, and words for @ARGV.
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
 * CGI.pm looks once whether it is in mod_perl, and goes mod_perl's ways then:
 * handlers and programs of one process must find it in different minds.
 */
void mh_cgi_pm_tell(pTHX_ bool program);

#endif
