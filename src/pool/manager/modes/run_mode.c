/*
 * run_mode.c - see run_mode.h.
 */
#include "pool/manager/modes/run_mode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pool/manager/common/notice.h"
#include "pool/manager/common/manager_state.h"
#include "pool/manager/jobs/queue.h"
#include "pool/manager/jobs/slots.h"
#include "pool/manager/perl/bases.h"
#include "pool/manager/perl/children.h"
#include "pool/manager/perl/process_events.h"
#include "pool/manager/modes/exec.h"
#include "pool/manager/workers/worker.h"
#include "pool/manager/workers/worker_base.h"
#include "pool/manager/modes/ahead.h"
#include "pool/manager/scripts/broken.h"
#include "pool/manager/scripts/cheapest.h"
#include "pool/manager/modes/compilation.h"
#include "pool/manager/scripts/cost.h"
#include "pool/manager/watch/dependencies.h"
#include "pool/manager/watch/scout.h"
#include "shared/scoreboard.h"

/* Seconds until an executed script is examined again. */
#define LOOK_AGAIN 5    /* no script of our perl */
#define COMPILE_AGAIN 2 /* it did not compile */
#define SLOW_AGAIN 30
#define LOST_MAX 60

/* Successors of a zygote, each with more files; each waits twice as long. */
#define SUCCESSORS 12
#define SUCCESSOR_TIME (MH_SECOND / 4)
/* Doublings of that time for a file that changes again and again. */
#define ANEW 10

static void execute_until(mh_script_t *script, unsigned seconds)
{
    script->run_mode = MH_RUN_MODE_EXEC;
    script->again = seconds ? mh_loop_now() + seconds * MH_SECOND : 0;
}

/* The waiting jobs keep their order, before all that have not waited yet. */
static void requeue_waiting(mh_script_t *script)
{
    while (!mh_link_empty(&script->waiting)) {
        mh_job_t *job = MH_OWNER(script->waiting.previous, mh_job_t, link);

        mh_queue_remove(job);
        mh_queue_add_again(job);
    }
}

static void refuse_waiting(mh_script_t *script, mh_wire_reason_e reason,
                           const char *text)
{
    while (!mh_link_empty(&script->waiting)) {
        mh_job_t *job = MH_OWNER(script->waiting.next, mh_job_t, link);

        mh_queue_remove(job);
        mh_job_refuse(job, reason, text);
    }
}

static void retire(mh_zygote_t **place)
{
    mh_zygote_t *zygote = *place;

    *place = NULL;
    if (zygote)
        mh_zygote_retire(zygote);
}

/* Forgets all that is known of a script, but not the files that it loads. */
static void forget(mh_script_t *script)
{
    retire(&script->zygote);
    retire(&script->successor);
    requeue_waiting(script);
    if (script->owner)
        mh_dependencies_remove(script->owner);
    mh_cost_forget(script);
    script->arguments.seen = false;
    script->owner = 0;
    script->run_mode = MH_RUN_MODE_UNKNOWN;
    script->again = 0;
    script->losses = 0;
    script->successors = 0;
    script->anew = 0;
    script->due = 0;
    mh_script_forget_varies(script);
    mh_steady_forget(&script->steady);
}

static void gone(mh_zygote_t *zygote)
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

static bool owns(const mh_script_t *script, uint64_t owner)
{
    return script->owner == owner ||
           (script->zygote && script->zygote->owner == owner) ||
           (script->successor && script->successor->owner == owner);
}

/* The script whose decision or zygotes have that owner of dependencies. */
static mh_script_t *of_owner(uint64_t owner)
{
    mh_link_t *link = mh_script_all()->next;

    for (; link != mh_script_all(); link = link->next)
        if (owns(MH_OWNER(link, mh_script_t, link), owner))
            return MH_OWNER(link, mh_script_t, link);
    return NULL;
}

static void changed(void *context, uint64_t owner)
{
    mh_script_t *script = of_owner(owner);

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
    else {
        mh_ahead_changed(script);
        forget(script);
    }
}

/* Reads the script's first line again. */
static void examine(mh_script_t *script, const mh_job_t *job)
{
    bool ours;
    const char *why = mh_compile_examine(script, &job->request, &ours);

    if (script->held)
        script->run_mode = MH_RUN_MODE_UNKNOWN;
    else if (why)
        execute_until(script, LOOK_AGAIN);
    else if (script->run_mode == MH_RUN_MODE_UNKNOWN)
        script->run_mode = MH_RUN_MODE_SHARED;
    if (why && ours && !script->held)
        mh_script_say(script, "MH3094: ", "is executed for each request", why,
                      why);
}

static void wait_for_zygote(mh_script_t *script, mh_job_t *job)
{
    /* A compilation has a time limit of its own. */
    if (mh_queue_add_to(&script->waiting, job))
        mh_timer_stop(&job->timer);
}

static mh_wire_mode_e mode_of(const mh_script_t *script)
{
    return script->run_mode == MH_RUN_MODE_SHARED ? mh_ahead_mode(script)
                                                  : MH_MODE_UNSHARED;
}

static mh_zygote_t *compile(mh_script_t *script, const mh_job_t *job)
{
    /* The file's mode may have changed, which no zygote notices. */
    examine(script, job);
    script->due = 0;
    if (script->run_mode == MH_RUN_MODE_EXEC || script->held)
        return NULL;
    mh_steady_take(&script->steady, &job->request);
    return mh_compile_start(script, &job->request, mode_of(script));
}

/* False: there is no zygote, for this request at least. */
static bool begin_zygote(mh_script_t *script, const mh_job_t *job)
{
    script->zygote = compile(script, job);
    return script->zygote != NULL;
}

static bool must_recycle(const mh_zygote_t *zygote)
{
    return mh_zygote_has_served(zygote->served, zygote->since);
}

/*
 * Starts a successor that has loaded more, or that replaces a zygote at its
 * recycle limit. The present zygote goes on until the successor is ready.
 */
static void begin_successor(mh_script_t *script, const mh_job_t *job)
{
    bool new_files = script->due && mh_loop_now() >= script->due;

    if (script->successor)
        return;
    if (must_recycle(script->zygote) || (new_files && mh_queue_ready()))
        script->successor = compile(script, job);
}

static bool is_exec(mh_script_t *script, const mh_job_t *job)
{
    if (job->execute)
        return true;
    if (script->run_mode == MH_RUN_MODE_EXEC && script->again &&
        mh_loop_now() >= script->again) {
        script->run_mode = MH_RUN_MODE_UNKNOWN;
        mh_script_unsay(script);
    }
    if (script->run_mode == MH_RUN_MODE_UNKNOWN)
        examine(script, job);
    return script->run_mode == MH_RUN_MODE_EXEC || script->held ||
           !mh_compile_fits(script, &job->request);
}

/*
 * Call it after a request was received. All changes until now are known then,
 * and processes from before a change are gone or stale. So a request that comes
 * after a change gets the new code. False: nobody can say.
 */
static bool hear_of_changes(mh_script_t *script, const mh_job_t *job)
{
    mh_wire_stamp_t seen;
    bool has = mh_wire_copy(&job->request.message, MH_TAG_STAMP, &seen,
                            sizeof(seen));

    bool changed;

    if (script->zygote && !mh_dependencies_look(script->zygote->owner))
        return false;
    mh_run_mode_drain();
    if (!mh_script_look(script, has ? &seen : NULL, &changed))
        return false;
    if (changed) {
        mh_ahead_forget(script);
        mh_cheapest_forget(script);
        forget(script);
    }
    return true;
}

/*
 * Scripts on a slow file system wait for each of their files. They get half of
 * the slots.
 */
static bool has_room_for_slow(void)
{
    return mh_slots_free() > mh_slots_taken() + 1;
}

/*
 * Nobody can look at the script at present. If its file system is only slow,
 * the script is executed: that uses no earlier result, and makes no other
 * script wait.
 */
static void do_without_a_look(mh_script_t *script, mh_job_t *job)
{
    bool slow;
    const char *why = mh_scout_trouble(&slow);

    if (!slow || !has_room_for_slow()) {
        mh_job_refuse(job, MH_REASON_RESOURCES, why);
        return;
    }
    script->ran = MH_RUN_MODE_EXEC;
    mh_script_say(script, "", "is executed for now", why, why);
    mh_exec_start(job);
}

/* True: the request has words, and the zygote goes on as if it had none. */
static bool count_words(mh_script_t *script, const mh_job_t *job)
{
    bool has = job->request.message.field[MH_TAG_ARGS].size != 0;

    if (mh_arguments_count(&script->arguments, has) && script->zygote &&
        !script->due)
        script->due = mh_loop_now();
    return has && script->arguments.seen && !script->arguments.vary;
}

/* Starts the job: every request of a script comes here, just before a process
 * gets it. */
static void start(mh_script_t *script, mh_job_t *job)
{
    bool execute = count_words(script, job);

    script->held = false;
    if (!hear_of_changes(script, job)) {
        do_without_a_look(script, job);
        return;
    }
    execute = execute || is_exec(script, job) || mh_cheapest_tries(script) ||
              (!script->zygote && !begin_zygote(script, job)) ||
              script->zygote->stale;
    script->ran = script->run_mode;
    if (script->held) {
        do_without_a_look(script, job);
    } else if (execute) {
        mh_exec_start(job);
    } else if (script->zygote->state == MH_ZYGOTE_STARTING) {
        wait_for_zygote(script, job);
    } else {
        begin_successor(script, job);
        mh_children_run(script->zygote, job);
    }
}

void mh_run_mode_drain(void)
{
    mh_dependencies_drain(changed, NULL);
    if (mh_dependencies_refused())
        mh_notice(MH_WARNING,
                  "MH3091: the system watches no more files for the pool's "
                  "user (fs.inotify.max_user_watches): the manager looks at "
                  "files before each request instead, which takes time");
}

/* Values may be secret, so only the name is logged. */
static void say_variable(mh_script_t *script, const char *variable)
{
    char why[256];

    snprintf(why, sizeof(why), "its environment has %.*s, for a new perl",
             (int)strcspn(variable, "="), variable);
    mh_script_say(script, "MH3094: ", "is executed for each request", why, why);
}

/* Finds the job's script; false: there is no memory for it. */
static bool find_script(mh_job_t *job)
{
    static mh_startup_t startup;
    const mh_wire_message_t *message = &job->request.message;
    mh_wire_limits_t limits = { .ignored = 0 };
    const char *variable = mh_startup_env_of(&job->request.environ,
                                             &message->field[MH_TAG_CONSTANT],
                                             &startup);

    job->execute = variable != NULL;
    if (variable)
        startup.size = 0;
    mh_wire_copy(message, MH_TAG_LIMITS, &limits, sizeof(limits));
    startup.ignored = limits.ignored;
    job->script = mh_script_of(mh_wire_string(message, MH_TAG_SCRIPT),
                               &startup);
    if (!job->script)
        return false;
    mh_link_append(&job->script->jobs, &job->sibling);
    if (variable)
        say_variable(job->script, variable);
    job->name = job->script->path;
    job->row = job->script->row;
    return true;
}

void mh_run_mode_start(mh_job_t *job)
{
    if (mh_request_is_for_worker(&job->request))
        mh_worker_start(job);
    else if (job->script || find_script(job))
        start(job->script, job);
    else
        mh_job_refuse(job, MH_REASON_RESOURCES, "there is no memory for it");
}

/*
 * The script's files have changed since it was compiled, or may have: nobody
 * gets this zygote. Jobs that waited for it do not wait for its successor,
 * whose files might change again.
 */
static void drop_stale(mh_script_t *script)
{
    mh_link_t *at = script->waiting.next;

    for (; at != &script->waiting; at = at->next)
        MH_OWNER(at, mh_job_t, link)->execute = true;
    forget(script);
}

/* The beginning of what perl has said, if the script does not compile. */
static void say_broken(mh_script_t *script, const mh_wire_message_t *message)
{
    const mh_wire_field_t *output = &message->field[MH_TAG_OUTPUT];
    char said[4096];

    if (!output->size)
        return;
    snprintf(said, sizeof(said), "%.*s", (int)output->size,
             (const char *)output->data);
    mh_broken_say(script, said);
}

static void settled_ready(mh_script_t *script, mh_zygote_t *zygote,
                          const mh_wire_message_t *message)
{
    const char *look = mh_wire_string(message, MH_TAG_ABOUT);

    script->losses = 0;
    mh_scoreboard_compiled(script->row, mh_scoreboard_now() - zygote->began);
    mh_notice_lines(MH_DEBUG, script->path,
                    mh_wire_string(message, MH_TAG_TEXT));
    mh_cost_begin(script, zygote->mode == MH_MODE_COMPILED && !look
                              ? mh_ahead_why(script)
                              : look);
    mh_cost_add(script, message, false);
    say_broken(script, message);
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
    script->run_mode = MH_RUN_MODE_UNSHARED;
    mh_script_say(script, "MH3093: ", "is compiled for each request", why, why);
}

static void settled_unshareable(mh_script_t *script, mh_zygote_t *zygote,
                                const mh_wire_message_t *message)
{
    const char *why = mh_wire_string(message, MH_TAG_TEXT);

    compile_each(script, zygote,
                 why ? why : "it did something that cannot be shared");
}

/* Each request has all of perl's message in the log. */
static void settled_failed(mh_script_t *script,
                           const mh_wire_message_t *message)
{
    execute_until(script, COMPILE_AGAIN);
    say_broken(script, message);
}

static void settled_lost(mh_script_t *script)
{
    unsigned seconds = script->losses < 5 ? 2U << script->losses : LOST_MAX;

    script->losses++;
    execute_until(script, seconds);
    mh_notice(
        MH_WARNING,
        "MH3060: %s is executed for the next %u s: the process that compiled "
        "it has died",
        script->path, seconds);
}

static void settled_slow(mh_script_t *script)
{
    execute_until(script, SLOW_AGAIN);
    mh_notice(MH_ERROR, "MH3061: %s takes longer than %llu s to compile",
              script->path,
              (unsigned long long)mh_manager.settings->numbers.start_timeout);
    refuse_waiting(script, MH_REASON_START_TIMEOUT,
                   "the script takes too long to compile");
}

/* The decision for a script that has no zygote. */
static void settled_without(mh_script_t *script, mh_zygote_t *zygote,
                            mh_outcome_e outcome,
                            const mh_wire_message_t *message)
{
    if (outcome == MH_OUTCOME_UNSHAREABLE)
        settled_unshareable(script, zygote, message);
    else if (outcome == MH_OUTCOME_SLOW)
        settled_slow(script);
    else if (outcome == MH_OUTCOME_FAILED)
        settled_failed(script, message);
    else
        settled_lost(script);
}

static void settled(mh_zygote_t *zygote, mh_outcome_e outcome,
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
        script->successors = SUCCESSORS;
        /* The present zygote is good, if it is still there. */
        if (script->zygote && !must_recycle(script->zygote))
            return;
        retire(&script->zygote);
    }
    script->zygote = NULL;
    if (!mh_ahead_failed(script, zygote, outcome))
        settled_without(script, zygote, outcome, message);
    /* If no decision was made, the waiting jobs start the next zygote. */
    requeue_waiting(script);
}

/*
 * Modules that each run compiles, and that another base has loaded ahead. Those
 * of the longer list must be worth its memory. A site's file may load one of
 * the usual list.
 */
static void note_loads(mh_script_t *script, const mh_zygote_t *zygote)
{
    mh_wire_modules_e modules;

    if (!zygote->base)
        return;
    modules = mh_cost_wants(script, zygote->base->more);
    if (!modules && script->files.size)
        modules = MH_MODULES_USUAL;
    if (script->modules >= modules || zygote->base->shebang.modules >= modules)
        return;
    script->modules = modules;
    script->due = mh_loop_now();
}

/*
 * Templates of zygotes that were replaced count, too: where each request
 * changes a file, there are no others.
 */
static void cost(const mh_child_t *child, const mh_wire_message_t *message)
{
    const mh_zygote_t *zygote = child->zygote;
    mh_script_t *script = zygote ? zygote->script : NULL;
    uint64_t more;

    if (zygote && !script)
        script = mh_script_of_number(zygote->number);
    if (!script)
        return;
    more = mh_cost_add(script, message, script->zygote == zygote);
    if (zygote->base)
        zygote->base->more += more;
    if (script->zygote == zygote)
        note_loads(script, zygote);
}

static void executed(mh_script_t *script, uint64_t cpu)
{
    char compared[160];
    char why[2048];

    mh_cost_add_executed(script, cpu);
    if (!mh_cheapest_executed(script, cpu, compared, sizeof(compared)) ||
        script->run_mode == MH_RUN_MODE_EXEC)
        return;
    snprintf(why, sizeof(why), "%s%s%s", compared,
             script->advised ? ". There " : "",
             script->advised ? script->why : "");
    forget(script);
    execute_until(script, MH_CHEAPEST_AGAIN);
    mh_script_say(script, "MH3095: ", "is executed for each request", why,
                  "cheapest");
}

/*
 * Files that the script loads. If all are known already, one has changed since
 * it was compiled ahead, so it is compiled ahead again. If that happens often,
 * the manager waits longer each time.
 */
static void asked(const mh_child_t *child, const mh_wire_message_t *message)
{
    mh_script_t *script = child->job->script;
    bool more;
    uint64_t due;

    if (script->successors >= SUCCESSORS)
        return;
    more = mh_site_files_add(&script->files, &message->field[MH_TAG_ASKED]);
    due = mh_loop_now() +
          (SUCCESSOR_TIME << (script->successors + (more ? 0 : script->anew)));
    /* The successor that is due will have what several requests load. */
    if (script->due && (!more || script->due <= due))
        return;
    if (more)
        script->successors++;
    else if (script->anew < ANEW)
        script->anew++;
    script->due = due;
}

/*
 * Requests with another value are executed until a successor has that value. No
 * request waits for the successor.
 */
static void learn_steady(mh_script_t *script, const char *varies)
{
    if (script->successor || script->due ||
        !mh_steady_differs(&script->steady, script->cost.runs))
        return;
    if (mh_steady_renew(&script->steady) || mh_script_varies(script, varies))
        script->due = mh_loop_now();
}

/* False: the zygote stays. */
static bool learn_varying(mh_script_t *script, const char *varies)
{
    if (!strcmp(varies, MH_WIRE_WORDS))
        return mh_arguments_differ(&script->arguments);
    if (mh_steady_has(varies)) {
        learn_steady(script, varies);
        return false;
    }
    if (!mh_script_varies(script, varies))
        compile_each(script, script->zygote, varies);
    return true;
}

/*
 * The compilation used a variable that has another value in this request, so
 * the request executes its script. The next zygote stops before it looks at
 * that variable. It does not stop at the date, which stays the same for a day.
 */
static void unshareable(const mh_child_t *child,
                        const mh_wire_message_t *message)
{
    mh_script_t *script = child->job->script;
    const char *varies = mh_wire_string(message, MH_TAG_VARIES);

    if (!child->zygote || script->zygote != child->zygote)
        return;
    if (varies && !learn_varying(script, varies))
        return;
    retire(&script->successor);
    retire(&script->zygote);
}

/* Some runs cannot be put back. That costs a template, and is not logged. */
static void given_up(const mh_child_t *child, const char *why)
{
    const mh_zygote_t *zygote = child->zygote;

    mh_notice(MH_DEBUG, "%s: a template is replaced: %.500s",
              zygote && zygote->script ? zygote->script->path : "a script",
              why);
}

static void forks(const mh_zygote_t *zygote, const char *why)
{
    mh_notice(MH_DEBUG, "%s is forked for each request: %.500s",
              zygote->script ? zygote->script->path : "a script", why);
}

void mh_run_mode_setup(void)
{
    static const mh_process_events_t events = {
        .settled = settled,
        .gone = gone,
        .cost = cost,
        .executed = executed,
        .asked = asked,
        .unshareable = unshareable,
        .given_up = given_up,
        .forks = forks,
        .files = mh_run_mode_drain,
    };

    mh_process_events_set(&events);
}
