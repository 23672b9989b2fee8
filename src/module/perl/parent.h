/*
 * parent.h - interpreters of virtual hosts (PerlOptions +Parent).
 *
 * The server's interpreter is the base. Such a virtual host has another
 * interpreter, in the same process and under the same turn. One interpreter is
 * current: `mehari` and the variables of own.h are about the current one. A
 * function that runs Perl, or touches data of an interpreter, enters that
 * interpreter and leaves it again. Such calls may be nested. The caller has the
 * turn.
 *
 * Without such a host all of this costs a look at a number.
 */
#ifndef MEHARI_MODULE_PERL_PARENT_H
#define MEHARI_MODULE_PERL_PARENT_H

#include "module/common/mehari.h"
#include "module/perl/interpreter.h"

typedef struct mh_parent mh_parent_t;

/* The number of parents, besides the base. */
extern unsigned mh_parents;

/* Notes the values of own.h's variables for new interpreters. */
void mh_parent_note_blank(void);

/* True if that interpreter runs. */
bool mh_parent_runs(const server_rec *s);

/*
 * Starts the interpreter of the virtual host, unless it runs, with those words
 * (char *) on its command line. NULL, or a sentence that says why it could not.
 */
const char *mh_parent_start(server_rec *s, const apr_array_header_t *switches,
                            apr_pool_t *pconf);

/* Ends all of them, or leaves them alone (in a child that was interrupted). */
void mh_parents_end(void);
void mh_parents_abandon(void);

/* See below. */
void mh_parent_go(const server_rec *s);
bool mh_parent_go_generation(unsigned generation);
void mh_parent_return(void);
bool mh_parent_is_there(unsigned generation);

/* The interpreter of that server is current, until mh_parent_leave(). */
static inline void mh_parent_enter(const server_rec *s)
{
    if (UNLIKELY(mh_parents))
        mh_parent_go(s);
}

/*
 * The same for the interpreter of that generation. False, and nothing is
 * changed, when it has gone; mh_parent_leave() is due in any case.
 */
static inline bool mh_parent_enter_generation(unsigned generation)
{
    return UNLIKELY(mh_parents)
               ? mh_parent_go_generation(generation)
               : mehari.perl && mehari.generation == generation;
}

static inline void mh_parent_leave(void)
{
    if (UNLIKELY(mh_parents))
        mh_parent_return();
}

/* True if the interpreter of that generation still exists. Needs no turn. */
static inline bool mh_parent_lives(unsigned generation)
{
    return UNLIKELY(mh_parents)
               ? mh_parent_is_there(generation)
               : mehari.perl && mehari.generation == generation;
}

/* The generation of the interpreter that serves s. */
unsigned mh_parent_generation(const server_rec *s);

/* Calls the function in every interpreter, the base last. */
void mh_parent_each(void (*function)(void *data), void *data);

/* The same for interpreters of virtual hosts, used since the last call. */
void mh_parent_each_used(void (*function)(void *data), void *data);

/*
 * Called when code has selected an interpreter and does not say when it is
 * done: the interpreter stays current until the request ends.
 */
void mh_parent_stay(request_rec *r);

#endif
