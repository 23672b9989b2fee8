/*
 * base.h - what every process below the manager knows of itself, and how the
 * first of them starts Perl.
 */
#ifndef MEHARI_BASE_H
#define MEHARI_BASE_H

#include <EXTERN.h>
#include <perl.h>

#include "exact/environ.h"
#include "exact/exact.h"

typedef enum { MH_EXACT_BASE, MH_EXACT_ZYGOTE, MH_EXACT_CHILD } mh_exact_kind_e;

typedef struct mh_exact_t {
    const mh_exact_start_t *start; /* a copy of what the manager said */
    PerlInterpreter *perl;
    mh_exact_kind_e kind; /* which of the three this process is */
    mh_wire_mode_e mode;  /* of the script */
    const char *script;   /* its path; NULL in a base */
    int script_fd;        /* where perl reads it */
    pid_t pid;            /* of a child: a fork of it is not the child */
} mh_exact_t;

extern mh_exact_t mh_exact;

/* The same open file as a descriptor of ours; closes fd. -1 stays -1. */
int mh_exact_high(int fd);

/* The script's command line with these words at its end (NULL: none). */
mh_environ_words_t mh_exact_words(const mh_wire_field_t *args);

#endif
