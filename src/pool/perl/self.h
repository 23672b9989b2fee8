/*
 * self.h - the identity of a process below the manager.
 */
#ifndef MEHARI_POOL_PERL_SELF_H
#define MEHARI_POOL_PERL_SELF_H

#include <EXTERN.h>
#include <perl.h>

#include "pool/perl/environ/environ.h"
#include "pool/perl/program.h"

/*
 * Descriptors from here on are ours. A script finds the lower ones as in a new
 * perl, so that the descriptors it opens are numbered alike.
 */
#define MH_PERL_FDS 200
/* This process's channel to the manager. */
#define MH_PERL_CONTROL 200
/* pidfd of the manager (pidfd_open(2)); until there is a request. */
#define MH_PERL_MANAGER 201

typedef enum { MH_PERL_BASE, MH_PERL_ZYGOTE, MH_PERL_RUN } mh_self_kind_e;

struct mh_run_t;

typedef struct mh_self_t {
    const mh_perl_start_t *start; /* a copy of the manager's order */
    PerlInterpreter *perl;
    mh_self_kind_e kind;    /* the role of this process */
    mh_wire_mode_e mode;    /* of the script's zygote */
    const char *script;     /* its path; NULL in a base */
    int script_fd;          /* the descriptor that perl reads it from */
    pid_t pid;              /* of a run: a fork of it is not the run */
    struct mh_run_t *run;   /* of a run that is a fork; else NULL */
    mh_ledger_place_t note; /* of its request */
    char *wrong;            /* a complaint of a base about its vetted looks */
} mh_self_t;

extern mh_self_t mh_self;

/* Moves fd to a high descriptor of ours, and closes fd. -1 stays -1. */
int mh_perl_high(int fd);

/* The path of one of our files of data, in static storage. NULL: this process
 * has no folder of our Perl modules. */
const char *mh_perl_list(const char *name);

/* The script's command line with these words at its end (NULL: none). */
mh_environ_words_t mh_perl_words(const mh_wire_field_t *args);

#endif
