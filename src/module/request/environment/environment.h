/*
 * environment.h - %ENV.
 *
 * Between requests %ENV holds the server's own variables: MOD_PERL,
 * MOD_PERL_API_VERSION, PATH, TZ, PerlSetEnv and PerlPassEnv. A request may add
 * CGI's. They are built only when something looks. Until then %ENV is tied to a
 * class; each of its methods builds the variables, unties %ENV, and then does
 * its own work (tie.c). Most of what `SetHandler perl-script` costs with
 * mod_perl is building an %ENV that nobody reads. A few variables can be read
 * without the others (read.c).
 *
 * Writes by Perl go to r->subprocess_env during a request, so that
 * subrequests and CGI programs see them, and to the process's environment
 * outside of one, so that C libraries set up at start-up do.
 */
#ifndef MEHARI_MODULE_REQUEST_ENVIRONMENT_ENVIRONMENT_H
#define MEHARI_MODULE_REQUEST_ENVIRONMENT_ENVIRONMENT_H

#include "module/common/mehari.h"
#include "module/request/context/context.h"

/* True while %ENV waits to be built. Read by watch.c before each %hash. */
extern bool mh_environment_waits;

/* Takes over %ENV in a new interpreter. */
void mh_environment_boot(pTHX_ server_rec *s);

/* Sets one of the server's variables (PerlSetEnv while Perl runs). */
void mh_environment_set(pTHX_ const char *key, const char *value);

/* Notes variables that Perl code of the configuration may have set. */
void mh_environment_to_config(pTHX_ server_rec *s);

/*
 * Called before a hook's handlers run: applies PerlSetEnv of server and
 * directory.
 */
void mh_environment_begin(pTHX_ mh_context_t *context, mh_hook_e hook);

/* CGI's variables are part of %ENV from here on, when code looks. */
void mh_environment_offer(pTHX_ mh_context_t *context);

/* Called when code looks: completes r->subprocess_env, and %ENV if it waits. */
void mh_environment_complete(pTHX_ mh_context_t *context);

/* `$r->subprocess_env` in void context: builds %ENV now. */
void mh_environment_fill(pTHX_ mh_context_t *context);

/* The %ENV of a request, while another request runs inside it. */
typedef struct {
    mh_context_t *owner;
    bool waits; /* it was not built yet */
    bool full;  /* it had CGI's variables */
    HV *body;   /* the hash's body to put back; else NULL */
} mh_environment_t;

/*
 * Called around the Perl of a request inside another one (a subrequest,
 * $r->internal_redirect). The inner request begins with what %ENV holds. The
 * outer request then finds its own %ENV again, down to the position of each().
 */
void mh_environment_push(pTHX_ mh_environment_t *outer);
void mh_environment_pop(pTHX_ mh_environment_t *outer, mh_context_t *inner);

/* Perl goes to another request, and may come back to this one's. */
void mh_environment_rest(pTHX);

/* The request is over: %ENV as it was before. */
void mh_environment_end(pTHX_ mh_context_t *context);

/*
 * %ENV as C's environ has it, for a program that is started. One piece of
 * memory, freed with the current scope of Perl's save stack.
 */
char **mh_environment_strings(pTHX);

/*
 * Called when the running operator reads `$ENV{NAME}` while %ENV waits. Returns
 * the element if that needs no other variable; else NULL.
 */
SV *mh_environment_read(pTHX);

/*
 * Fields that CGI's variables are made of are about to change: if one of these
 * variables has been read, builds %ENV now.
 */
void mh_environment_settle(pTHX);

/*
 * The request whose %ENV is not built yet, or NULL; and a new element for that
 * %ENV.
 */
mh_context_t *mh_environment_waiting(pTHX);
SV *mh_environment_element(pTHX_ const char *key, const char *value,
                           int *place);

/* Called when Perl code mentions a whole hash, by the value sv. */
void mh_environment_mentioned(pTHX_ SV *sv);

#endif
