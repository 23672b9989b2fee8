/*
 * manner.c - see manner.h.
 */
#include "pool/manner.h"

#include <string.h>

#include "pool/base.h"
#include "pool/brood.h"
#include "pool/compile.h"
#include "pool/dependencies.h"
#include "pool/exec.h"
#include "pool/manager.h"
#include "pool/notice.h"
#include "pool/queue.h"
#include "pool/worker.h"
#include "pool/worker_base.h"

/* Seconds until what was executed is looked at again. */
#define LOOK_AGAIN 5    /* no script of our perl */
#define COMPILE_AGAIN 2 /* it did not compile */
#define SLOW_AGAIN 30
#define LOST_MAX 60

/* Successors of a zygote, each with more modules; each waits twice as long. */
#define LESSONS 6
#define LESSON_TIME (MH_SECOND / 4)

static void execute_until(mh_script_t *script, unsigned seconds)
{
    script->manner = MH_MANNER_EXEC;
    script->again = seconds ? mh_loop_now() + seconds * MH_SECOND : 0;
}

/* In their order, before all who have not waited yet. */
static void requeue_waiting(mh_script_t *script)
{
    while (!mh_link_empty(&script->waiting)) {
        mh_run_t *run = MH_OWNER(script->waiting.previous, mh_run_t, link);

        mh_queue_remove(run);
        if (mh_run_wait(run))
            mh_queue_add_again(run);
    }
}

static void refuse_waiting(mh_script_t *script, mh_wire_reason_e reason,
                           const char *text)
{
    while (!mh_link_empty(&script->waiting)) {
        mh_run_t *run = MH_OWNER(script->waiting.next, mh_run_t, link);

        mh_queue_remove(run);
        mh_run_refuse(run, reason, text);
    }
}

static void retire(mh_zygote_t **place)
{
    mh_zygote_t *zygote = *place;

    *place = NULL;
    if (zygote)
        mh_zygote_retire(zygote);
}

/* Nothing is known of it any more, but for which modules it loads. */
static void forget(mh_script_t *script)
{
    retire(&script->zygote);
    retire(&script->successor);
    requeue_waiting(script);
    if (script->owner)
        mh_dependencies_remove(script->owner);
    script->owner = 0;
    script->manner = MH_MANNER_UNKNOWN;
    script->again = 0;
    script->losses = 0;
    script->lessons = 0;
    script->lesson = 0;
    mh_script_forget_varies(script);
}

void mh_manner_gone(mh_zygote_t *zygote)
{
    mh_script_t *script = zygote->script;

    if (script && script->zygote == zygote)
        script->zygote = NULL;
    if (script && script->successor == zygote)
        script->successor = NULL;
    mh_zygote_retire(zygote);
    if (script)
        requeue_waiting(script);
}

static void changed(void *context, uint64_t owner)
{
    mh_script_t *script = mh_script_of_owner(owner);

    if (!script) {
        if (!mh_base_changed(owner))
            mh_worker_base_changed(owner);
        return;
    }
    if (script->successor && script->successor->owner == owner)
        retire(&script->successor);
    else if (script->zygote && script->zygote->owner == owner &&
             script->zygote->state == MH_ZYGOTE_STARTING)
        script->zygote->stale = true;
    else
        forget(script);
}

/* What its first line says now. */
static void examine(mh_script_t *script, const mh_run_t *run)
{
    bool ours;
    const char *why = mh_compile_examine(script, &run->request, &ours);

    if (why)
        execute_until(script, LOOK_AGAIN);
    else if (script->manner == MH_MANNER_UNKNOWN)
        script->manner = MH_MANNER_SHARED;
    if (why && ours)
        mh_script_say(script, "is executed for each request", why);
}

static void wait_for_zygote(mh_script_t *script, mh_run_t *run)
{
    if (!mh_run_wait(run))
        return;
    /* What is compiled has a time of its own. */
    mh_timer_stop(&run->timer);
    mh_link_append(&script->waiting, &run->link);
    mh_queue_take_place();
}

static mh_wire_mode_e mode_of(const mh_script_t *script)
{
    return script->manner == MH_MANNER_SHARED ? MH_MODE_SHARED
                                              : MH_MODE_UNSHARED;
}

static mh_zygote_t *compile(mh_script_t *script, const mh_run_t *run)
{
    /* Its mode may have changed with no zygote to notice. */
    examine(script, run);
    script->lesson = 0;
    if (script->manner == MH_MANNER_EXEC)
        return NULL;
    return mh_compile_start(script, &run->request, mode_of(script));
}

/* False: there is none, for this request at least. */
static bool begin_zygote(mh_script_t *script, const mh_run_t *run)
{
    script->zygote = compile(script, run);
    return script->zygote != NULL;
}

static bool is_worn(const mh_zygote_t *zygote)
{
    return mh_zygote_has_served(zygote->served, zygote->since);
}

/*
 * One that has loaded more, or that takes the place of one that is worn. The
 * present one goes on until it is ready.
 */
static void begin_successor(mh_script_t *script, const mh_run_t *run)
{
    bool learnt = script->lesson && mh_loop_now() >= script->lesson;

    if (script->successor)
        return;
    if (is_worn(script->zygote) || (learnt && mh_queue_ready()))
        script->successor = compile(script, run);
}

static bool is_exec(mh_script_t *script, const mh_run_t *run)
{
    if (run->execute)
        return true;
    if (script->manner == MH_MANNER_EXEC && script->again &&
        mh_loop_now() >= script->again)
        script->manner = MH_MANNER_UNKNOWN;
    if (script->manner == MH_MANNER_UNKNOWN)
        examine(script, run);
    return script->manner == MH_MANNER_EXEC ||
           !mh_compile_fits(script, &run->request);
}

/*
 * Whoever asked after a change gets what is new: all that has changed until now
 * is known when this returns, and what was made from it is gone or stale. The
 * request was received before.
 */
static void hear_of_changes(mh_script_t *script, const mh_run_t *run)
{
    mh_wire_stamp_t seen;
    bool has = mh_wire_copy(&run->request.message, MH_TAG_STAMP, &seen,
                            sizeof(seen));

    if (script->zygote)
        mh_dependencies_look(script->zygote->owner);
    mh_manner_drain();
    if (!mh_script_unchanged(script, has ? &seen : NULL))
        forget(script);
}

/* Every request of a script comes here, just before a process gets it. */
static void start(mh_script_t *script, mh_run_t *run)
{
    hear_of_changes(script, run);
    if (is_exec(script, run) ||
        (!script->zygote && !begin_zygote(script, run)) ||
        script->zygote->stale) {
        mh_exec_start(run);
    } else if (script->zygote->state == MH_ZYGOTE_STARTING) {
        wait_for_zygote(script, run);
    } else {
        begin_successor(script, run);
        mh_brood_run(script->zygote, run);
    }
}

void mh_manner_drain(void)
{
    mh_dependencies_drain(changed, NULL);
}

void mh_manner_start(mh_run_t *run)
{
    static mh_startup_t startup;

    if (run->request.message.type == MH_WIRE_SERVE) {
        mh_worker_start(run);
        return;
    }
    if (!run->script) {
        run->execute = !mh_startup_of(
            &run->request.environ, &run->request.message.field[MH_TAG_CONSTANT],
            &startup);
        if (run->execute)
            startup.size = 0;
        run->script = mh_script_of(
            mh_wire_string(&run->request.message, MH_TAG_SCRIPT), &startup);
        if (!run->script) {
            mh_run_refuse(run, MH_REASON_RESOURCES,
                          "there is no memory for it");
            return;
        }
        run->script->runs++;
    }
    start(run->script, run);
}

void mh_manner_leave(mh_run_t *run)
{
    if (run->script)
        run->script->runs--;
    run->script = NULL;
}

const char *mh_manner_name(const mh_run_t *run)
{
    if (run->request.message.type == MH_WIRE_SERVE)
        return "a worker";
    return run->script ? run->script->path : "a script";
}

/*
 * What it was compiled from has changed since, or may have: it is for nobody.
 * Who waited for it waits for no other, which might change again.
 */
static void drop_stale(mh_script_t *script)
{
    mh_link_t *at = script->waiting.next;

    for (; at != &script->waiting; at = at->next)
        MH_OWNER(at, mh_run_t, link)->execute = true;
    forget(script);
}

static void settled_ready(mh_script_t *script, mh_zygote_t *zygote,
                          const mh_wire_message_t *message)
{
    const char *stopped = mh_wire_string(message, MH_TAG_STOPPED);

    script->losses = 0;
    mh_notice_lines(MH_DEBUG, script->path,
                    mh_wire_string(message, MH_TAG_TEXT));
    if (stopped)
        mh_script_say(script, "is compiled for each request from here on",
                      stopped);
    if (script->successor == zygote) {
        retire(&script->zygote);
        script->successor = NULL;
        script->zygote = zygote;
    }
    mh_wire_copy(message, MH_TAG_STAMP, &script->stamp, sizeof(script->stamp));
    if (zygote->stale)
        drop_stale(script);
    else
        requeue_waiting(script);
}

/* The decision holds until one of the zygote's files changes. */
static void keep_dependencies(mh_script_t *script, mh_zygote_t *zygote)
{
    if (script->owner)
        return;
    script->owner = zygote->owner;
    zygote->owner = 0;
}

static void compile_each(mh_script_t *script, mh_zygote_t *zygote,
                         const char *why)
{
    keep_dependencies(script, zygote);
    script->manner = MH_MANNER_UNSHARED;
    mh_script_say(script, "is compiled for each request", why);
}

static void settled_told(mh_script_t *script, mh_zygote_t *zygote,
                         const mh_wire_message_t *message)
{
    const char *why = mh_wire_string(message, MH_TAG_TEXT);

    compile_each(script, zygote, why ? why : "it told");
}

static void settled_lost(mh_script_t *script)
{
    unsigned seconds = script->losses < 5 ? 2U << script->losses : LOST_MAX;

    script->losses++;
    execute_until(script, seconds);
    mh_notice(MH_WARNING,
              "MH3060: %s is executed for the next %u s: the process that"
              " was to compile it has died",
              script->path, seconds);
}

static void settled_slow(mh_script_t *script)
{
    execute_until(script, SLOW_AGAIN);
    mh_notice(MH_ERROR, "MH3061: %s takes longer than %llu s to compile",
              script->path,
              (unsigned long long)mh_manager.definition->numbers.start_timeout);
    refuse_waiting(script, MH_REASON_START_TIMEOUT,
                   "the script takes too long to compile");
}

void mh_manner_settled(mh_zygote_t *zygote, mh_outcome_e outcome,
                       const mh_wire_message_t *message)
{
    mh_script_t *script = zygote->script;
    bool successor = script->successor == zygote;

    if (outcome == MH_OUTCOME_READY) {
        settled_ready(script, zygote, message);
        return;
    }
    if (successor) {
        script->successor = NULL;
        script->lessons = LESSONS;
        /* Else the present one is good, and knows enough. */
        if (!is_worn(script->zygote))
            return;
        retire(&script->zygote);
    }
    script->zygote = NULL;
    if (outcome == MH_OUTCOME_TOLD)
        settled_told(script, zygote, message);
    else if (outcome == MH_OUTCOME_SLOW)
        settled_slow(script);
    else if (outcome == MH_OUTCOME_FAILED)
        execute_until(script, COMPILE_AGAIN);
    else
        settled_lost(script);
    requeue_waiting(script);
}

void mh_manner_learned(const mh_child_t *child,
                       const mh_wire_message_t *message)
{
    mh_script_t *script = child->run->script;

    if (script->lessons >= LESSONS ||
        !mh_modules_add(&script->modules, &message->field[MH_TAG_MODULES]))
        return;
    /* Others may know more: not for each of them one by one. */
    script->lesson = mh_loop_now() + (LESSON_TIME << script->lessons);
    script->lessons++;
}

/*
 * What was seen when it was compiled is not so for this request, which executes
 * its script. The next zygote stops before it looks; but not at the date, which
 * stays for a day.
 */
void mh_manner_told(mh_child_t *child, const mh_wire_message_t *message)
{
    mh_script_t *script = child->run->script;
    const char *varies = mh_wire_string(message, MH_TAG_VARIES);

    if (!child->zygote || script->zygote != child->zygote)
        return;
    if (varies && !mh_script_varies(script, varies))
        compile_each(script, script->zygote, varies);
    retire(&script->successor);
    retire(&script->zygote);
}

/* Some runs cannot be put back: that costs a template, and is no news. */
void mh_manner_given_up(const mh_child_t *child, const char *why)
{
    const mh_zygote_t *zygote = child->zygote;

    mh_notice(MH_DEBUG, "%s: a template is given up: %.500s",
              zygote && zygote->script ? zygote->script->path : "a script",
              why);
}
