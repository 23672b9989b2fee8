/*
 * handle.h - file handles: open where they were open, closed where they were
 * closed, and DATA where its text begins.
 */
#ifndef MEHARI_FRESH_HANDLE_H
#define MEHARI_FRESH_HANDLE_H

#include <EXTERN.h>
#include <perl.h>

typedef struct mh_handles_t {
    struct mh_handle_t *list;
    size_t count;
} mh_handles_t;

void mh_handles_add(pTHX_ mh_handles_t *handles, IO *io);

/* Closes what a run has opened, and what it has read. */
void mh_handles_restore(pTHX_ mh_handles_t *handles);
/* Opens that again; all descriptors that a run has closed are back by then. */
void mh_handles_reopen(pTHX_ mh_handles_t *handles);

void mh_handles_free(pTHX_ mh_handles_t *handles);

/* What $| $~ $^ $= $- $% and the line number of a handle say. */
typedef struct mh_form_t {
    char *name; /* $~ */
    GV *gv;
    char *top_name; /* $^ */
    GV *top_gv;
    IV lines;
    IV page;
    IV page_length;
    IV lines_left;
    U8 flags;
} mh_form_t;

void mh_form_take(pTHX_ mh_form_t *form, IO *io);
void mh_form_restore(pTHX_ const mh_form_t *form, IO *io);
void mh_form_free(pTHX_ mh_form_t *form);

#endif
