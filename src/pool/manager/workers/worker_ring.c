/*
 * worker_ring.c - the workers of a base, examined one by one: see worker.h.
 */
#include "shared/perl/stack.h"
#include "pool/manager/workers/worker.h"
#include "pool/manager/workers/worker_base.h"

static mh_worker_t *find(const mh_link_t *ring, uint32_t id, pid_t pid)
{
    for (mh_link_t *link = ring->next; link != ring; link = link->next) {
        mh_worker_t *worker = MH_OWNER(link, mh_worker_t, link);

        if (pid ? worker->pid == pid : worker->id == id && !worker->pid)
            return worker;
    }
    return NULL;
}

mh_worker_t *mh_worker_find(mh_worker_base_t *base, uint32_t id, pid_t pid)
{
    mh_worker_t *worker = find(&base->busy, id, pid);

    return worker ? worker : find(&base->free, id, pid);
}

uint64_t mh_worker_owed(const mh_worker_base_t *base)
{
    uint64_t since = 0;

    for (const mh_link_t *link = base->busy.next; link != &base->busy;
         link = link->next) {
        const mh_worker_t *worker = MH_OWNER(link, mh_worker_t, link);

        if (!worker->pid && (!since || worker->ordered < since))
            since = worker->ordered;
    }
    return since;
}

void mh_worker_pass_notices(mh_worker_base_t *base)
{
    mh_link_t *link = base->busy.next;

    for (; link != &base->busy; link = link->next) {
        const mh_worker_t *worker = MH_OWNER(link, mh_worker_t, link);
        const mh_job_t *job = worker->child ? worker->child->job : NULL;

        if (worker->leased && job && job->connection) {
            mh_job_pass_notices(job);
            return;
        }
    }
}
