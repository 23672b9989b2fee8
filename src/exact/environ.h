/*
 * environ.h - what a process was called with: the words of its command line,
 * environ, %ENV, and what others see of them in ps and /proc.
 */
#ifndef MEHARI_ENVIRON_H
#define MEHARI_ENVIRON_H

#include <EXTERN.h>
#include <perl.h>

#include "wire/wire.h"

/* A command line, as the kernel makes it from the first line of a script. */
typedef struct mh_environ_words_t {
    const char *perl;
    const char *switch_word; /* NULL: none */
    const char *script;
    const mh_wire_field_t *args; /* list; NULL: none */
} mh_environ_words_t;

/* A base's own environ, before there is a Perl. */
void mh_environ_start(const mh_wire_field_t *list);

/*
 * Lays words and environment out in memory as execve() does, and shows them to
 * the kernel. Returns argv; it stays valid until the next call.
 */
char **mh_environ_show(const mh_environ_words_t *words,
                       const mh_wire_field_t *list, int *count);

/* The same when Perl runs: what it knows of its argv changes with it. */
void mh_environ_rename(pTHX_ const mh_environ_words_t *words,
                       const mh_wire_field_t *list);

/*
 * Before %ENV is guarded: makes the elements that the values of most requests
 * will go to, so that a child writes to fewer pages.
 */
void mh_environ_make_room(pTHX);

/*
 * environ and %ENV (the guarded one) become the list (%ENV tainted under -T),
 * and no more.
 */
void mh_environ_replace(pTHX_ const mh_wire_field_t *list);

#endif
