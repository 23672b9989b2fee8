/*
 * tier.h - how PerlTier wants a script to be run, and whether that may be.
 *
 * fresh is asked for by the configuration, or (auto) found to be safe by the
 * examiner. It is not any more when compilation tells, when the script does
 * not compile so, or when a trial differs; until its files change.
 */
#ifndef MEHARI_POOL_TIER_H
#define MEHARI_POOL_TIER_H

#include "pool/script.h"

mh_wire_tier_e mh_tier_of(const mh_wire_message_t *message);
/* Once its first line is known. */
bool mh_tier_may_be_fresh(const mh_script_t *script);
/* Has it examined, if that is to be and can be now. */
void mh_tier_examine(mh_script_t *script);
/* The examiner has found that it may be fresh, or (a reason) against it. */
void mh_tier_examined(mh_script_t *script, const char *against);
/* A trial is for a script that is fresh: this is not. */
bool mh_tier_refuses(const mh_script_t *script, const mh_run_t *run);
/* A trial has shown that a script is not what the examiner thinks. */
void mh_tier_differs(const mh_wire_message_t *message);
/* Its files have changed: all is open again. */
void mh_tier_forget(mh_script_t *script);

#endif
