/*
 * peers.h - a hostile peer of a manager: random messages, and the sockets of
 * the real peers. For t/lib/Mehari/Test/Peers.pm only.
 */
#ifndef MEHARI_TEST_PEERS_H
#define MEHARI_TEST_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "shared/wire/wire.h"

#define PIDS 512
#define NO_PID 0x7fffff00 /* more than there ever are */

/* --- random numbers: the same seed gives the same --- */

void chance_begin(uint64_t number);
uint64_t below(uint64_t bound);
static inline bool one_in(uint64_t count)
{
    return !below(count);
}

/* --- messages: peers_message.c --- */

/* Ids and processes that a message may name. */
typedef struct facts_t {
    pid_t manager;
    pid_t pids[PIDS]; /* possible targets, and the manager */
    size_t pid_count;
    char **scripts;
    size_t script_count;
    uint32_t id; /* of an order that was seen */
} facts_t;

typedef struct forged_t {
    size_t size;
    bool garbage; /* no message at all */
    char bytes[MH_WIRE_MAX];
} forged_t;

/* The usual sender: httpd, or a process below the manager. */
void forge(forged_t *forged, const facts_t *facts, bool by_httpd);

/* --- processes: peers_process.c --- */

/*
 * The manager and the processes of its session, without forks that have no role
 * yet, and without those with `spared` in their command line.
 */
void see_processes(facts_t *facts, const char *spared);
/* A pidfd of the process, if it still is one of these; otherwise -1. */
int open_process(const facts_t *facts, pid_t pid);
/* A copy of a random one of its sockets that carry messages; otherwise -1. */
int steal(pid_t pid, int process);
/* The end of the dispatch that httpd's child has; -1. */
int steal_dispatch(pid_t child, pid_t manager);
/* Writes bytes to memory that the process shares with others. */
void scribble(pid_t pid);

/*
 * The name and the secret of the socket for reports, from a process that knows
 * both.
 */
typedef struct report_t {
    int socket;
    size_t size; /* 0: not known */
    char name[128];
    char secret[16];
} report_t;

void find_report(report_t *report, pid_t manager, pid_t knows);
/*
 * Sends in the name of another process if the user may (root), otherwise in
 * that of this one. Returns the process in whose name it was sent, or 0.
 */
pid_t send_report(const report_t *report, pid_t as, const forged_t *forged);

#endif
