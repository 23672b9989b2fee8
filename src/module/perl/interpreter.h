/*
 * interpreter.h - the Perl of this process. There is one interpreter. Virtual
 * hosts may have further ones: parent.h.
 */
#ifndef MEHARI_MODULE_PERL_INTERPRETER_H
#define MEHARI_MODULE_PERL_INTERPRETER_H

#include "module/common/mehari.h"

struct mh_context;

typedef struct {
    PerlInterpreter *perl; /* NULL: there is no Perl in this process */
    server_rec *server;    /* the base server */
    pid_t pid;             /* the process whose Perl this is */
    int requests;          /* requests that have met Perl and are not gone */
    bool elsewhere;        /* Perl code has forked this process off */
    unsigned generation;   /* counts interpreters: tells an old pointer */
    bool starting;         /* configuration is being read: MH_STARTUP */
    int depth;             /* > 0: Perl is at work, or its state is in flux */
    int calls;             /* mh_call()s under way, each inside the last */
    int forked;            /* number of the call that called fork(), or 0 */
    bool exiting;          /* in the forked process: exit() was called */
    int restarts;          /* times the configuration has been read */
    bool threaded;         /* several threads serve, by turns: turn.h */
    apr_pool_t *pconf;
    apr_pool_t *own;            /* never cleared; Perl code's: with the turn */
    struct mh_context *current; /* the request whose Perl runs, or NULL */
    struct mh_context *global;  /* of Apache2::RequestUtil->request */
    int hook;                   /* mh_hook_e that runs, MH_HOOK_NONE outside */
} mh_interpreter_t;

extern mh_interpreter_t mehari;

#endif
