/*
 * board.h - memory in which processes note what they do, and how it went, for
 * who wants to see: the status page.
 *
 * It is shared by a family of processes that trust each other as far as figures
 * go: httpd and its children (embedded Perl), or a pool's manager and its
 * workers. Noting takes no system call and no lock. A reader takes nothing for
 * true: whoever runs Perl in the family can write anything into it; so only
 * copies are looked at, whose texts end and whose numbers mean no place.
 *
 * Knows neither httpd nor Perl. Times are mh_board_now()'s.
 */
#ifndef MEHARI_STATUS_BOARD_H
#define MEHARI_STATUS_BOARD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define MH_BOARD_NAME 256
#define MH_BOARD_STACK 4096
#define MH_BOARD_DATABASES 1024
#define MH_BOARD_SCRIPTS 512 /* the last is of all that found no place */
#define MH_BOARD_SECONDS 300 /* that are remembered */
#define MH_BOARD_BUCKETS 88
#define MH_BOARD_SEATS 1024

/* What happened in one second. */
typedef struct mh_board_second_t {
    _Atomic uint64_t second; /* which one; another one's figures are old */
    _Atomic uint64_t requests;
    _Atomic uint64_t errors;
    _Atomic uint64_t time; /* ns that the requests took, together */
} mh_board_second_t;

typedef struct mh_board_script_t {
    _Atomic uint32_t state; /* 0: free, 1: is being named, 2: named */
    uint32_t spare;
    uint64_t sum; /* of its name */
    char name[MH_BOARD_NAME];
    _Atomic uint64_t runs;
    _Atomic uint64_t errors;
    _Atomic uint64_t time;       /* ns */
    _Atomic uint64_t compile;    /* ns, of the last compilation; 0 */
    _Atomic uint64_t compiled;   /* how many times, in all processes */
    _Atomic uint64_t error_time; /* 0: none */
    char error[MH_BOARD_NAME];   /* the last one */
    _Atomic uint32_t buckets[MH_BOARD_BUCKETS];
} mh_board_script_t;

/* One process. Only it writes here, once it has sat down. */
typedef struct mh_board_seat_t {
    _Atomic uint32_t pid;
    _Atomic uint32_t changes; /* odd: texts are being written */
    _Atomic uint64_t born;
    _Atomic uint64_t since; /* when its request began, or it was free again */
    _Atomic uint64_t requests;
    _Atomic uint32_t busy;
    _Atomic uint32_t spare;
    _Atomic uint64_t perl;      /* the address of its interpreter */
    _Atomic uint64_t memory[2]; /* private, shared; 0: never looked */
    char request[MH_BOARD_NAME];
    char script[MH_BOARD_NAME];
    char databases[MH_BOARD_DATABASES]; /* see databases.h */
    /* watcher.h: whether there is one, and what it is asked for. */
    _Atomic uint32_t watched;
    _Atomic uint32_t asked;
    _Atomic uint32_t answered;
    char stack[MH_BOARD_STACK];
} mh_board_seat_t;

/* The shared memory. */
typedef struct mh_board_room_t {
    _Atomic uint64_t watched; /* when somebody has last looked at it */
    mh_board_second_t seconds[MH_BOARD_SECONDS];
    mh_board_script_t scripts[MH_BOARD_SCRIPTS];
    mh_board_seat_t seats[];
} mh_board_room_t;

/* Who has it mapped knows its size by himself. */
typedef struct mh_board_t {
    mh_board_room_t *room; /* NULL: there is none */
    unsigned seats;
} mh_board_t;

/* ns since some start, the same for all processes. */
uint64_t mh_board_now(void);

/* Memory that forks share; false: errno. At most MH_BOARD_SEATS. */
bool mh_board_make(mh_board_t *board, unsigned seats);
/*
 * The same, and a descriptor to it for a program that is executed: its size is
 * settled. -1 and errno.
 */
int mh_board_make_file(mh_board_t *board, unsigned seats);
/* What another process has made. False: it is no such thing. */
bool mh_board_map(mh_board_t *board, int fd);
void mh_board_unmap(mh_board_t *board);

/* This process's seat, of one that is no more if there is no other; NULL. */
mh_board_seat_t *mh_board_sit(const mh_board_t *board, pid_t pid);
void mh_board_leave(mh_board_seat_t *seat);
/* A request begins. */
void mh_board_begin(mh_board_seat_t *seat, const char *method, const char *uri,
                    const char *script, uint64_t now);
void mh_board_end(mh_board_seat_t *seat, uint64_t now);
/* What connections the process has now: whole lines, as many as fit. */
void mh_board_databases(mh_board_seat_t *seat, const char *text);
/* A copy of a seat; false: nobody sits there. */
bool mh_board_look(const mh_board_t *board, unsigned number,
                   mh_board_seat_t *seat);

/* The row of a script; never NULL. */
mh_board_script_t *mh_board_script(const mh_board_t *board, const char *name);
/* A run has ended, now. */
void mh_board_count(const mh_board_t *board, mh_board_script_t *script,
                    uint64_t took, bool error, uint64_t now);
/* It has been compiled once more, in so many ns. */
void mh_board_compiled(mh_board_script_t *script, uint64_t took);
/* What the last error said: its first line. */
void mh_board_error(mh_board_script_t *script, const char *text, uint64_t now);
/* Under which ns that part (of 1) of the runs were; UINT64_MAX: none was. */
uint64_t mh_board_quantile(const mh_board_script_t *script, double part);
/* A copy of a row; false: it has no name. */
bool mh_board_read_script(const mh_board_t *board, unsigned number,
                          mh_board_script_t *script);

/* Oldest first: the last is the second before now. Adds to what is there. */
typedef struct mh_board_figures_t {
    uint64_t requests;
    uint64_t errors;
    uint64_t time;
} mh_board_figures_t;
void mh_board_history(const mh_board_t *board, uint64_t now,
                      mh_board_figures_t figures[MH_BOARD_SECONDS]);

#endif
