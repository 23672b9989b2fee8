/*
 * stage.h - where a program plays the main program: Perl stacks of its own.
 *
 * Perl has one main program, and its idea of it is "what is at the bottom of
 * the stacks": caller() stops there, exit() unwinds to there, die() without an
 * eval ends there, and a string eval finds its lexicals there. On a stage the
 * stacks are empty, whatever called us; so all of it is as in a perl that has
 * just started.
 *
 * One per depth and process; kept, since allocating the stacks is dear.
 * Nothing here knows of httpd.
 */
#ifndef MEHARI_FRESH_STAGE_H
#define MEHARI_FRESH_STAGE_H

#include <EXTERN.h>
#include <perl.h>

typedef enum {
    MH_STAGE_RETURNED, /* the function came back */
    MH_STAGE_EXITED    /* exit(), or a die() that nothing caught */
} mh_stage_end_e;

/*
 * Calls the function on an empty stage. It may exit() and die(): the status
 * is in PL_statusvalue then. No longjmp of Perl leaves this call.
 */
mh_stage_end_e mh_stage_run(pTHX_ void (*function)(pTHX_ void *), void *data);

/* The interpreter that they belong to ends. Nobody is on one. */
void mh_stages_free(pTHX);

#endif
