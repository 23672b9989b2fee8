/*
 * forks.h - a template's runs that are forks, with memory of their own.
 *
 * The next run is made while the present one runs, if that costs no other run
 * its time. Each run has a *ticket*, a number, and waits until its number is
 * called. Then the run before it has ended, or only has to give its memory
 * back. The called number is in a page that the template and its runs share; a
 * run also says there what its template must know.
 */
#ifndef MEHARI_POOL_PERL_FORKS_H
#define MEHARI_POOL_PERL_FORKS_H

#include <stdbool.h>
#include <sys/types.h>

#include "pool/perl/behind.h"
#include "pool/rollback/rollback.h"
#include "shared/wire/wire.h"

/* Bytes of a request's description, for messages about its end. */
#define MH_RUN_ABOUT 200

/* A run's news about itself. */
typedef struct mh_run_t {
    uint32_t first;        /* first word of its request; 0: none received */
    uint32_t id;           /* its request's */
    mh_wire_lease_e lease; /* its part in a lease */
    bool noted;
    int status;     /* its status at its end; -1: not said */
    uint64_t began; /* mh_forks_clock() when the request came */
    char about[MH_RUN_ABOUT];
    mh_wire_spent_t behind; /* the files that it has compiled */
} mh_run_t;

uint64_t mh_forks_clock(void); /* us */

/* --- in a template --- */

/* State of the template: its forks do not have it. */
typedef struct mh_forks_t {
    pid_t ahead;     /* the next run; 0: there is none */
    unsigned number; /* of the present run */
    bool free;       /* the last run has not waited for a processor */
} mh_forks_t;

/* Memory that forks of this process do not have; NULL: there is none. */
void *mh_forks_keep(size_t size);
/*
 * Called first, and once. Blocks all signals: the script's are for the runs.
 * make() is fork() or _Fork(). False: there is no memory.
 */
bool mh_forks_begin(pid_t (*make)(void));
/* Makes the next run, if there is none. False in the run. */
bool mh_forks_make(mh_forks_t *forks);
/* The same, if it is worth it while the present one runs. */
bool mh_forks_make_ahead(mh_forks_t *forks);
/* Lets the next run begin; it says in *run what it does. -1 with *why. */
pid_t mh_forks_next(mh_forks_t *forks, mh_run_t **run, const char **why);
/* True if the next run has begun already, and may have a request. */
bool mh_forks_has_begun(const mh_forks_t *forks);
/* Waits until the run has ended; NULL, or why not. */
const char *mh_forks_wait(mh_forks_t *forks, pid_t pid, int *status,
                          mh_rollback_figures_t *figures);
/* Before a run: it has said nothing. */
void mh_forks_expect(mh_run_t *run);

/* --- in a run --- */

/* Makes the run end with its template: no other process would end it. */
void mh_forks_end_with(pid_t template);
/* Waits until the run's ticket is called. */
void mh_forks_await_ticket(void);
/* The next run may begin. */
void mh_forks_is_over(void);

#endif
