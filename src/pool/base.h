/*
 * base.h - the processes from which zygotes are forked: Perl started once for
 * each interpreter line and start-up environment.
 */
#ifndef MEHARI_POOL_BASE_H
#define MEHARI_POOL_BASE_H

#include "pool/loop.h"
#include "pool/shebang.h"
#include "pool/startup.h"
#include "pool/zygote.h"
#include "wire/hear.h"

typedef struct mh_base_t {
    mh_link_t link;
    mh_source_t control; /* -1: it does not run */
    mh_link_t zygotes;
    mh_timer_t timer; /* until it is to be ready */
    mh_shebang_t shebang;
    mh_startup_t startup;
    uint64_t owner; /* of its dependencies */
    pid_t pid;
    bool ready;
    bool stale;          /* ends with its last zygote */
    unsigned failures;   /* one after the other */
    uint64_t retry_from; /* not before */
    uint64_t since;      /* mh_loop_now(): its start */
    uint64_t served;     /* requests that all below it have got */
} mh_base_t;

/* The address of the manager's datagram socket, which stays. */
void mh_base_setup(const mh_hear_address_t *report);
/*
 * One that runs, started if need be; NULL: there is none at present. An old one
 * is used until its successor is ready; patient: the successor at once.
 */
mh_base_t *mh_base_for(const mh_shebang_t *shebang, const mh_startup_t *startup,
                       bool patient);
/* A base and zygote in one; the end of its channel, or -1 and errno. */
int mh_base_start_direct(const mh_shebang_t *shebang,
                         const mh_startup_t *startup,
                         const mh_zygote_order_t *order, pid_t *pid);
/* A child of the manager's has ended; false: it was none of these. */
bool mh_base_ended(pid_t pid, int status);
/* What it depends on has changed: no new zygotes; false: nobody's owner. */
bool mh_base_changed(uint64_t owner);
/* See attention.h: those that owe an answer. */
void mh_base_look(void);
/* All, those that do not run among them. */
mh_link_t *mh_base_all(void);
/* A zygote of it has gone. */
void mh_base_left(mh_base_t *base);

#endif
