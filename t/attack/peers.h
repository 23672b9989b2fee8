/*
 * peers.h - who speaks to a manager, and means no good: messages by chance, and
 * the sockets of its real peers. For t/lib/Mehari/Test/Peers.pm alone.
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

/* --- chance: the same number gives the same --- */

void chance_begin(uint64_t number);
uint64_t below(uint64_t bound);
static inline bool one_in(uint64_t count)
{
    return !below(count);
}

/* --- messages: peers_message.c --- */

/* The facts that a message may name. */
typedef struct facts_t {
    pid_t manager;
    pid_t pids[PIDS]; /* targets, and the manager */
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
 * The manager, and those of its session, but for its forks that have not become
 * anything yet, and for those whose words have `spared`.
 */
void see_processes(facts_t *facts, const char *spared);
/* A descriptor of it, if it is one of them still; -1. */
int open_process(const facts_t *facts, pid_t pid);
/* A copy of one of its sockets of the wire, by chance; -1. */
int steal(pid_t pid, int process);
/* The end of the dispatch that httpd's child has; -1. */
int steal_dispatch(pid_t child, pid_t manager);
/* Puts bytes into memory that it shares with others. */
void scribble(pid_t pid);

/*
 * The reports' socket: the name and the secret, of a process that knows them.
 */
typedef struct report_t {
    int socket;
    size_t size; /* 0: not known */
    char name[128];
    char secret[16];
} report_t;

void find_report(report_t *report, pid_t manager, pid_t knows);
/* As another process, who may (root); else as this one. In whose name; 0. */
pid_t send_report(const report_t *report, pid_t as, const forged_t *forged);

#endif
