/*
 * unit.h - what the rest of the module has to do when Perl begins and ends.
 *
 * A unit is a row: what it defines in each interpreter, and what it does at the
 * turns of a process's life. The table (module/units.c) is given to Perl once,
 * before the first interpreter; functions that a row leaves out are NULL. All
 * functions are called in the order of the table.
 */
#ifndef MEHARI_MODULE_PERL_UNIT_H
#define MEHARI_MODULE_PERL_UNIT_H

#include "module/common/mehari.h"

typedef struct mh_unit {
    const char *name; /* NULL ends the table */
    /* Once a process, before any Perl is compiled in it. */
    void (*prepare)(void);
    /* In each new interpreter, before any Perl of the user is compiled, that
     * of -M included. */
    void (*boot)(pTHX);
    /* Called when the interpreter of that server runs. */
    void (*started)(pTHX_ server_rec *s);
    /* A child ends. Called before any part of Perl is destroyed. */
    void (*child_exit)(apr_pool_t *pchild, server_rec *s);
    /*
     * Called after child_exit of all units, in each interpreter of the child.
     */
    void (*child_end)(pTHX_ server_rec *s);
    /* The current interpreter is about to be destroyed. */
    void (*end)(void);
    /* Perl code has forked this process off: drop each descriptor of httpd's
     * (forked.h). */
    void (*forked)(void (*drop)(int fd));
} mh_unit_t;

/* The table, which stays there. */
void mh_units_use(const mh_unit_t *table);

void mh_units_prepare(void);
void mh_units_boot(pTHX);
void mh_units_started(pTHX_ server_rec *s);
void mh_units_child_exit(apr_pool_t *pchild, server_rec *s);
void mh_units_child_end(pTHX_ server_rec *s);
void mh_units_end(void);
void mh_units_forked(void (*drop)(int fd));

#endif
