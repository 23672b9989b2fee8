/*
 * bases.h - the processes from which zygotes are forked: Perl started once for
 * each interpreter line and start-up environment.
 */
#ifndef MEHARI_POOL_MANAGER_PERL_BASES_H
#define MEHARI_POOL_MANAGER_PERL_BASES_H

#include "pool/manager/loop/loop.h"
#include "pool/manager/scripts/shebang.h"
#include "pool/manager/scripts/startup_env.h"
#include "pool/manager/perl/zygotes.h"
#include "pool/common/hear.h"

typedef struct mh_base_t {
    mh_link_t link;
    mh_source_t control; /* -1: it does not run */
    mh_link_t zygotes;
    mh_timer_t timer; /* start-timeout */
    mh_shebang_t shebang;
    mh_startup_t startup;
    uint64_t owner; /* of its dependencies */
    pid_t pid;
    bool ready;
    bool stale;          /* ends with its last zygote */
    unsigned failures;   /* failed starts in a row */
    uint64_t retry_from; /* mh_loop_now() before which no start is tried */
    uint64_t since;      /* mh_loop_now() at its start */
    uint64_t served;     /* requests that all processes below it have got */
    uint64_t layer;      /* bytes of its layer, as the base has said */
    /* bytes of modules of the longer list that all runs below it compiled */
    uint64_t more;
} mh_base_t;

/* Stores the address of the manager's datagram socket, which must stay. */
void mh_base_setup(const mh_hear_address_t *report);
/*
 * Starts the base that most scripts need, before the first request. A change of
 * its files starts the next one, which is then there when a request comes.
 */
void mh_base_start_ahead(void);
/*
 * Returns a running base. If there is none, starts one and returns NULL until
 * it is ready. While a successor starts, returns the old base; with patient,
 * the successor.
 */
mh_base_t *mh_base_for(const mh_shebang_t *shebang, const mh_startup_t *startup,
                       bool patient);
/* Starts a process that is base and zygote in one; returns the end of its
 * channel, or -1 and errno. */
int mh_base_start_direct(const mh_shebang_t *shebang,
                         const mh_startup_t *startup,
                         const mh_zygote_order_t *order, pid_t *pid);
/* A child of the manager's has ended; false: it was none of these. */
bool mh_base_ended(pid_t pid, int status);
/* Files have changed: the owner's base makes no new zygotes. False: the owner
 * is no base's. */
bool mh_base_changed(uint64_t owner);
/* Looks at the bases that owe an answer: see attention.h. */
void mh_base_look(void);
/* All bases, those that do not run among them. */
mh_link_t *mh_base_all(void);
/* Tells the base that one of its zygotes has gone. */
void mh_base_left(mh_base_t *base);

#endif
