/*
 * cost.c - see cost.h.
 */
#include "pool/manager/scripts/cost.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pool/manager/scripts/cheapest.h"

/*
 * The least cost that is worth a line in the log. perl compiles some 10 kB in a
 * millisecond, and starts in two. A zygote's first runs may load modules that
 * the successor has.
 */
#define WORTH_BYTES (8 * 1024)
#define WORTH_TIME 1000000 /* ns */
#define RUNS 4

/* The base with all modules takes some 6 s to start. After this many bytes, the
 * requests of one base have taken a fourth of that to compile what it has. */
#define WORTH_BASE (8U << 20)

static void replace(char **text, const char *with)
{
    free(*text);
    *text = with ? strdup(with) : NULL;
}

void mh_cost_begin(mh_script_t *script, const char *look)
{
    script->advised = false;
    replace(&script->look, look);
    replace(&script->loaded, NULL);
    memset(&script->cost, 0, sizeof(script->cost));
}

void mh_cost_forget(mh_script_t *script)
{
    mh_cost_begin(script, NULL);
    memset(&script->executed, 0, sizeof(script->executed));
    mh_script_unsay(script);
}

void mh_cost_add_executed(mh_script_t *script, uint64_t cpu)
{
    mh_wire_cost_sum(&script->executed,
                     &(mh_wire_cost_t){ .runs = 1, .cpu = cpu });
}

/* Without the modules that another base may load for it: mh_cost_wants(). */
static uint64_t compiled_for_good(const mh_script_t *script)
{
    const mh_wire_cost_t *cost = &script->cost;

    return script->modules == MH_MODULES_MORE || cost->more > cost->compiled
               ? cost->compiled
               : cost->compiled - cost->more;
}

/* Files of the site that runs have reported will soon be compiled ahead. */
static bool is_worth_a_line(const mh_script_t *script)
{
    const mh_wire_cost_t *cost = &script->cost;

    return !script->advised && !script->due && !script->successor &&
           script->look && cost->runs >= RUNS &&
           compiled_for_good(script) / cost->runs >= WORTH_BYTES &&
           cost->cpu / cost->runs >= WORTH_TIME;
}

static void advise(mh_script_t *script)
{
    const mh_wire_cost_t *cost = &script->cost;
    char why[2048];

    snprintf(why, sizeof(why),
             "it %s, and each request takes %.1f ms of processor time and "
             "compiles %.0f kB that come after that: %s. To compile them "
             "once, load them before that line, or make that look later",
             script->look, (double)cost->cpu / (double)cost->runs / 1e6,
             (double)cost->compiled / (double)cost->runs / 1024,
             script->loaded ? script->loaded : "files");
    mh_script_say(script, "MH3098: ", "gains less than it could", why,
                  script->look);
    script->advised = true;
}

uint64_t mh_cost_add(mh_script_t *script, const mh_wire_message_t *message,
                     bool present)
{
    mh_wire_cost_t sum = { 0 };
    mh_wire_spent_t more;

    if (!mh_wire_copy(message, MH_TAG_COST, &more, sizeof(more)))
        return 0;
    mh_wire_cost_sum(&sum, &more.cost);
    mh_cheapest_add(script, &more.cost);
    if (!present)
        return sum.more;
    mh_wire_cost_sum(&script->cost, &more.cost);
    more.loaded[sizeof(more.loaded) - 1] = '\0';
    if (*more.loaded)
        replace(&script->loaded, more.loaded);
    if (is_worth_a_line(script))
        advise(script);
    return sum.more;
}

mh_wire_modules_e mh_cost_wants(const mh_script_t *script, uint64_t more)
{
    const mh_wire_cost_t *cost = &script->cost;

    if (more >= WORTH_BASE && cost->runs >= RUNS &&
        cost->more / cost->runs >= WORTH_BYTES)
        return MH_MODULES_MORE;
    return cost->usual ? MH_MODULES_USUAL : MH_MODULES_NONE;
}

void mh_cost_of(const mh_script_t *script, uint64_t *cpu, uint64_t *compiled)
{
    bool exec = script->run_mode == MH_RUN_MODE_EXEC;
    const mh_wire_cost_t *cost = exec ? &script->executed : &script->cost;

    if (!cost->runs)
        return;
    *cpu = cost->cpu / cost->runs;
    if (!exec)
        *compiled = cost->compiled / cost->runs;
}
