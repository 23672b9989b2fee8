/*
 * trial.h - a request that is run twice: in the tier that `PerlTier auto` has
 * chosen, for nobody, and then exactly, for the client. Both outputs must be
 * the same, or the script runs exactly from then on.
 */
#ifndef MEHARI_GATEWAY_TRIAL_H
#define MEHARI_GATEWAY_TRIAL_H

#include "gateway/script_output.h"

/* More of a page is not compared. */
#define MH_TRIAL_MAX (1024 * 1024)

typedef struct mh_trial_t {
    mh_pool_t *pool;
    char *expected; /* what the first run wrote */
    apr_size_t size;
    char *got; /* what the client's run writes */
    apr_size_t got_size;
} mh_trial_t;

/*
 * Runs it for nobody. NULL: it is not this request's turn (PerlTierCompare), it
 * is none that may be run twice, or its script is not fresh.
 */
mh_trial_t *mh_trial_begin(request_rec *r, mh_pool_t *pool);

/* What is read for the client. */
void mh_trial_take(mh_trial_t *trial, const char *data, apr_size_t size);

/* All of that has come: compares, and tells the manager of a difference. */
void mh_trial_end(mh_trial_t *trial, request_rec *r);

#endif
