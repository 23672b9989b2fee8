/*
 * ledger.h - shared memory in which the runs of a pool note that they have
 * ended with exit status 0.
 *
 * httpd sees the end of a script's output by itself; the note says that the
 * output is whole. So httpd needs no message, and the manager reads the note
 * when it needs to know.
 *
 * All scripts of a pool can write all of it. A note is the request's secret,
 * which no other process has before the note is made. So another script can
 * destroy a note, but not make one. A request without a note waits for the
 * manager's DONE, for example because its script has ended in another way. A
 * process that does not write maps the memory for reading only.
 *
 * Knows neither httpd nor Perl.
 */
#ifndef MEHARI_SHARED_LEDGER_H
#define MEHARI_SHARED_LEDGER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Far more than the requests that can begin before a note is read. */
#define MH_LEDGER_ENTRIES 4096

typedef _Atomic uint64_t mh_ledger_entry_t;

#define MH_LEDGER_SIZE (MH_LEDGER_ENTRIES * sizeof(mh_ledger_entry_t))

/* A request's place in the ledger: NOTE of REQUEST. */
typedef struct mh_ledger_place_t {
    uint64_t entry;
    uint64_t secret; /* 0: there is no place */
} mh_ledger_place_t;

/* A new ledger, a memory file that nobody can truncate; -1 and errno. */
int mh_ledger_make(void);
/* Maps a ledger; NULL: the descriptor is no ledger. */
mh_ledger_entry_t *mh_ledger_map(int fd, bool writes);

/* A place for a request; without random numbers, none. given: places given so
 * far, by all processes that share the memory. */
mh_ledger_place_t mh_ledger_give(_Atomic uint64_t *given);
void mh_ledger_note(mh_ledger_entry_t *ledger, const mh_ledger_place_t *place);
/* True if the note is there. */
bool mh_ledger_look(const mh_ledger_entry_t *ledger,
                    const mh_ledger_place_t *place);

#endif
