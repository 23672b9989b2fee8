/*
 * override.h - perl's functions that code has replaced (CORE::GLOBAL).
 *
 * A program has those that were replaced before it was compiled, and its own.
 * But its `exit` is the real one: the process's is for code that is no main
 * program. Modules get that all the same, as such code may use them, too.
 */
#ifndef MEHARI_FRESH_OVERRIDE_H
#define MEHARI_FRESH_OVERRIDE_H

#include <EXTERN.h>
#include <perl.h>

typedef struct mh_overrides_t {
    struct mh_override_t {
        GV *gv;
        CV *code;
        bool imported; /* without that perl does not look at it */
    } * list;
    size_t count;
} mh_overrides_t;

/* Notes the process's, and hides its exit from what is compiled from now on. */
void mh_overrides_enter(pTHX_ mh_overrides_t *process);
/* Puts them back, and lets go of them. */
void mh_overrides_leave(pTHX_ mh_overrides_t *process);

/* Between these two: the program's, as they are now. */
void mh_overrides_take(pTHX_ mh_overrides_t *overrides);
void mh_overrides_put(pTHX_ const mh_overrides_t *overrides);
void mh_overrides_free(pTHX_ mh_overrides_t *overrides);

/* Hides the process's exit or shows it; true: it was hidden. */
bool mh_overrides_hide_exit(bool hide);

#endif
