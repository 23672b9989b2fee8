/*
 * steady.h - variables that have one value in nearly all requests to a script
 * (SCRIPT_NAME, HTTP_HOST), or are in none (REMOTE_USER if nobody logs in,
 * PATH_INFO if no path follows). A zygote may go on after a look at one of
 * them.
 *
 * The zygote has the values of the request for which the script was first
 * compiled. A run compares them with its own before it begins; a request with
 * another value is executed. If many requests are executed for that reason, the
 * next zygote takes the values of one of them. After some such changes, zygotes
 * stop at the look. A zygote never gets a user's name or a path; it only sees
 * that there is none.
 *
 * Runs in the manager.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_STEADY_H
#define MEHARI_POOL_MANAGER_SCRIPTS_STEADY_H

#include "pool/manager/jobs/request.h"

typedef struct mh_steady_t {
    char *values; /* list NAME=value; NAME alone: the value is kept secret */
    uint32_t size;
    uint32_t others;  /* requests that a zygote's values did not fit */
    unsigned changes; /* of the values, so far */
} mh_steady_t;

/* True for a name, or for an entry NAME=value. */
bool mh_steady_has(const char *entry);
/* Takes the values of this request, if there are none yet. */
void mh_steady_take(mh_steady_t *steady, const mh_request_t *request);
/* Returns the values as a list. */
mh_wire_field_t mh_steady_list(const mh_steady_t *steady);
/*
 * Notes that a request had another value, after so many runs. Returns true if
 * too many requests have.
 */
bool mh_steady_differs(mh_steady_t *steady, uint64_t runs);
/*
 * Forgets the values, so that the next zygote has others. Returns false if they
 * have changed too often.
 */
bool mh_steady_renew(mh_steady_t *steady);
void mh_steady_forget(mh_steady_t *steady);

#endif
