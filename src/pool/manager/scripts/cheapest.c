/*
 * cheapest.c - see cheapest.h.
 */
#include "pool/manager/scripts/cheapest.h"

#include <stdio.h>
#include <string.h>

#include "pool/manager/common/notice.h"
#include "pool/manager/loop/loop.h"

/*
 * Requests after which a script is looked at, also if its zygote seems to save
 * much, and requests that are then executed.
 */
#define RUNS 12
#define MORE_RUNS 48
#define TRIES 3

/*
 * A request that costs less than this is not looked at: perl's start alone
 * takes half of it. A request that costs more shares little if it compiles this
 * many bytes, or if zygotes and putting memory back cost this many ns besides
 * its run.
 */
#define LITTLE 4000000
#define SHARES_LITTLE_BYTES (8 * 1024)
#define SHARES_LITTLE_TIME 1000000

/*
 * The difference must be more than an eighth, because requests of one script
 * differ by themselves.
 */
static bool is_clearly_less(uint64_t one, uint64_t other)
{
    return one + one / 8 < other;
}

static uint64_t mean(const mh_wire_cost_t *cost, uint64_t sum)
{
    return cost->runs ? sum / cost->runs : 0;
}

/* Newer requests count for more. */
static void age(mh_wire_cost_t *cost)
{
    if (cost->runs < 8 * RUNS)
        return;
    cost->runs /= 2;
    cost->cpu /= 2;
    cost->over /= 2;
    cost->compiled /= 2;
}

/*
 * An executed script would do in each request what its zygote has done once,
 * unless that was in vain: a file that was compiled ahead, and is read by perl
 * in each request.
 */
static uint64_t runs_before(const mh_cheapest_t *own)
{
    return own->zygote > 2 * mean(&own->made, own->made.over) ? MORE_RUNS
                                                              : RUNS;
}

static bool shares_little(const mh_cheapest_t *own)
{
    const mh_wire_cost_t *cost = &own->made;

    return cost->runs >= runs_before(own) && mean(cost, cost->cpu) >= LITTLE &&
           (mean(cost, cost->compiled) >= SHARES_LITTLE_BYTES ||
            mean(cost, cost->over) >= SHARES_LITTLE_TIME);
}

void mh_cheapest_add(mh_script_t *script, const mh_wire_cost_t *cost)
{
    mh_cheapest_t *own = &script->cheapest;

    if (!cost->runs)
        own->zygote = cost->cpu;
    /* A successor with more files may share more. */
    if (script->due || script->successor) {
        memset(&own->made, 0, sizeof(own->made));
        return;
    }
    mh_wire_cost_sum(&own->made, cost);
    age(&own->made);
    if (mh_loop_now() < own->again || own->trying || !shares_little(own))
        return;
    own->trying = true;
    own->left = TRIES;
}

bool mh_cheapest_tries(mh_script_t *script)
{
    mh_cheapest_t *own = &script->cheapest;

    if (!own->left)
        return false;
    own->left--;
    return true;
}

/* Later requests are compared anew. */
static void end_trial(mh_cheapest_t *own)
{
    *own = (mh_cheapest_t){
        .zygote = own->zygote,
        .again = mh_loop_now() + MH_CHEAPEST_AGAIN * MH_SECOND,
    };
}

bool mh_cheapest_executed(mh_script_t *script, uint64_t cpu, char *why,
                          size_t size)
{
    mh_cheapest_t *own = &script->cheapest;
    uint64_t made = mean(&own->made, own->made.cpu);
    uint64_t executed;

    if (!own->trying)
        return false;
    mh_wire_cost_sum(&own->executed,
                     &(mh_wire_cost_t){ .runs = 1, .cpu = cpu });
    if (own->executed.runs < TRIES)
        return false;
    executed = mean(&own->executed, own->executed.cpu);
    snprintf(why, size,
             "a request takes %.1f ms of processor time so, and %.1f ms in a "
             "process that is made ahead",
             (double)executed / 1e6, (double)made / 1e6);
    mh_notice(MH_DEBUG, "%s: some requests were executed: %s", script->path,
              why);
    end_trial(own);
    return is_clearly_less(executed, made);
}

void mh_cheapest_forget(mh_script_t *script)
{
    memset(&script->cheapest, 0, sizeof(script->cheapest));
}
