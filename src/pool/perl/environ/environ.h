/*
 * environ.h - a process's command line, environ and %ENV, also as ps and /proc
 * show them. Runs in bases, zygotes and children.
 */
#ifndef MEHARI_POOL_PERL_ENVIRON_ENVIRON_H
#define MEHARI_POOL_PERL_ENVIRON_ENVIRON_H

#include <EXTERN.h>
#include <perl.h>

#include "shared/wire/wire.h"

/* A command line, as the kernel makes it from the first line of a script. */
typedef struct mh_environ_words_t {
    const char *perl;
    const char *switch_word; /* NULL: none */
    const char *script;
    const mh_wire_field_t *args; /* list; NULL: none */
} mh_environ_words_t;

/* Sets a base's own environ, before there is a Perl. */
void mh_environ_start(const mh_wire_field_t *list);

/*
 * Lays words and environment out in memory as execve() does, and shows them to
 * the kernel. Returns argv; it stays valid until the next call.
 */
char **mh_environ_show(const mh_environ_words_t *words,
                       const mh_wire_field_t *list, int *count);

/* The memory of these words and this environment. */
void *mh_environ_area(void);

/* The same while Perl runs: perl's pointers into argv change with it. */
void mh_environ_rename(pTHX_ const mh_environ_words_t *words,
                       const mh_wire_field_t *list);

/*
 * Makes the elements that most requests will fill, before %ENV is guarded, so
 * that a child writes to fewer pages.
 */
void mh_environ_make_room(pTHX);

/*
 * Replaces environ and %ENV (the guarded one) by the list (%ENV tainted under
 * -T).
 */
void mh_environ_replace(pTHX_ const mh_wire_field_t *list);

#endif
