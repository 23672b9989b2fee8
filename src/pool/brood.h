/*
 * brood.h - the children of a zygote: some ready ahead of demand, some busy.
 */
#ifndef MEHARI_POOL_BROOD_H
#define MEHARI_POOL_BROOD_H

#include "pool/run.h"
#include "pool/zygote.h"

void mh_brood_setup(void);
void mh_brood_init(mh_zygote_t *zygote);
/* Gives the run to a child, or answers it; keeps more ready. */
void mh_brood_run(mh_zygote_t *zygote, mh_run_t *run);
/* A template has no run any more, and may have the next. */
void mh_brood_keep(mh_child_t *child);
/* What the zygote says of its children: FORKED, EXITED. */
void mh_brood_born(mh_zygote_t *zygote, const mh_wire_message_t *message);
void mh_brood_ended(mh_zygote_t *zygote, const mh_wire_message_t *message);
/* When the oldest order was sent that it has not answered; 0: there is none. */
uint64_t mh_brood_owes(const mh_zygote_t *zygote);
/* Those that are ready go. */
void mh_brood_release(mh_zygote_t *zygote);
/* The zygote does not report the ends of its children any more. */
void mh_brood_orphan(mh_zygote_t *zygote);

#endif
