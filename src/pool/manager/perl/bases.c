/*
 * bases.c - see bases.h.
 */
#include "pool/manager/perl/bases.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pool/perl/start.h"
#include "pool/manager/common/stuck.h"
#include "pool/manager/watch/dependencies.h"
#include "pool/manager/common/manager_state.h"
#include "pool/manager/common/notice.h"
#include "pool/manager/common/peer.h"
#include "pool/manager/privileges/own_limits.h"
#include "pool/manager/privileges/privileges.h"

/*
 * The most bases that we keep: requests with many different environments must
 * not make more.
 */
#define BASES 16
#define RETRY_MAX 30 /* seconds */

static mh_link_t bases = { &bases, &bases };
static unsigned base_count;
static mh_timers_t start_timers;
static const mh_hear_address_t *report_address;

/* Files of modules change one after the other: a new base starts this long
 * after the last change. */
#define AHEAD (2 * MH_SECOND)

static mh_timers_t ahead_timers;
static mh_timer_t ahead;

mh_link_t *mh_base_all(void)
{
    return &bases;
}

static void start_took_too_long(mh_timer_t *timer)
{
    mh_base_t *base = MH_OWNER(timer, mh_base_t, timer);

    mh_notice(MH_ERROR, "MH3054: perl did not start within %llu seconds",
              (unsigned long long)mh_manager.settings->numbers.start_timeout);
    kill(base->pid, SIGKILL);
}

static void start_ahead(mh_timer_t *timer);

void mh_base_setup(const mh_hear_address_t *report)
{
    report_address = report;
    mh_loop_add_timers(&ahead_timers, AHEAD, start_ahead);
    mh_timer_init(&ahead);
    mh_loop_add_timers(&start_timers,
                       mh_manager.settings->numbers.start_timeout * MH_SECOND,
                       start_took_too_long);
}

static _Noreturn void become(mh_perl_start_t *start, const char *perl,
                             const mh_startup_t *startup)
{
    start->pool = *mh_manager.settings;
    start->pool.perl = perl;
    start->pool.environ = mh_startup_env_environ(&mh_manager.settings->environ,
                                                 startup->data, startup->size);
    start->pool.numbers.ignored = startup->ignored;
    start->tracker = mh_manager.tracker;
    start->check_memory = getenv("MEHARI_CHECK_MEMORY") != NULL;
    start->report = report_address;
    start->ledger_fd = mh_manager.ledger ? MH_POOL_FD_LEDGER : -1;
    mh_privileges_restore_limits();
    mh_perl_execute(start);
}

/*
 * The number of files that a base must be allowed to open, because it keeps its
 * own descriptors at numbers that scripts do not use: pool/perl/self.h.
 */
#define FILES 256

static bool may_open_enough(void)
{
    return mh_own_limits_below()[RLIMIT_NOFILE].rlim_cur >= FILES;
}

/* The manager's end of the channel; -1 and errno. */
static int start_process(mh_perl_start_t *start, const mh_shebang_t *shebang,
                         const mh_startup_t *startup, pid_t *pid)
{
    pid_t manager = getpid();
    int ends[2];

    if (!may_open_enough()) {
        errno = EMFILE;
        return -1;
    }
    errno = mh_hear_pair(ends);
    if (errno)
        return -1;
    *pid = fork();
    if (*pid == 0) {
        start->manager = manager;
        start->control = ends[1];
        start->switch_word = shebang->word[0] ? shebang->word : NULL;
        start->modules = shebang->modules;
        become(start, shebang->interpreter, startup);
    }
    close(ends[1]);
    if (*pid > 0)
        return ends[0];
    close(ends[0]);
    return -1;
}

int mh_base_start_direct(const mh_shebang_t *shebang,
                         const mh_startup_t *startup,
                         const mh_zygote_order_t *order, pid_t *pid)
{
    mh_perl_start_t start = {
        .script = order->path,
        .mode = order->mode,
        .files = order->files,
        .varies = order->varies,
    };

    return start_process(&start, shebang, startup, pid);
}

/* Fail every zygote whose fork is still pending. */
static void give_up_unborn(mh_base_t *base)
{
    mh_link_t *link = base->zygotes.next;

    while (link != &base->zygotes) {
        mh_zygote_t *zygote = MH_OWNER(link, mh_zygote_t, sibling);

        link = link->next;
        if (!zygote->pid)
            mh_zygote_born(zygote, 0);
    }
}

static void back_off(mh_base_t *base)
{
    unsigned seconds = base->failures < 5 ? 1U << base->failures : RETRY_MAX;

    if (seconds > RETRY_MAX)
        seconds = RETRY_MAX;
    base->failures++;
    base->retry_from = mh_loop_now() + seconds * MH_SECOND;
}

/* Retires the base: it takes no more orders; its zygotes live on until they are
 * retired. */
static void leave(mh_base_t *base)
{
    mh_timer_stop(&base->timer);
    mh_loop_forget(&base->control);
    mh_dependencies_remove(base->owner);
    base->ready = false;
    give_up_unborn(base);
    while (!mh_link_empty(&base->zygotes)) {
        mh_zygote_t *zygote = MH_OWNER(base->zygotes.next, mh_zygote_t,
                                       sibling);

        mh_link_remove(&zygote->sibling);
        zygote->base = NULL;
    }
}

static mh_zygote_t *ordered(mh_base_t *base, uint32_t id)
{
    mh_link_t *link = base->zygotes.next;

    for (; link != &base->zygotes; link = link->next) {
        mh_zygote_t *zygote = MH_OWNER(link, mh_zygote_t, sibling);

        if (zygote->id == id && !zygote->pid)
            return zygote;
    }
    return NULL;
}

static void take_born(mh_base_t *base, const mh_wire_message_t *message)
{
    mh_zygote_t *zygote = ordered(base, message->id);
    pid_t pid = mh_peer_pid(message);
    const char *text = mh_wire_string(message, MH_TAG_TEXT);

    if (text)
        mh_notice(MH_ERROR, "MH3055: no process for a script: %.500s", text);
    if (zygote)
        mh_zygote_born(zygote, pid);
    else if (pid)
        kill(pid, SIGKILL); /* no zygote and no order needs it any more */
}

static void take_ended(const mh_base_t *base, const mh_wire_message_t *message)
{
    mh_zygote_t *zygote = mh_zygote_of_pid(mh_peer_pid(message));

    if (zygote && zygote->base == base)
        mh_zygote_ended(zygote, (int)mh_wire_number(message, MH_TAG_STATUS, 0));
}

static bool same_key(const mh_base_t *base, const mh_shebang_t *shebang,
                     const mh_startup_t *startup)
{
    return !strcmp(base->shebang.word, shebang->word) &&
           base->shebang.modules == shebang->modules &&
           base->startup.ignored == startup->ignored &&
           base->startup.size == startup->size &&
           !memcmp(base->startup.data, startup->data, startup->size);
}

/* Retires the bases that this one was started to replace. */
static void replace_older(const mh_base_t *base)
{
    mh_link_t *link = bases.next;

    while (link != &bases && link != &base->link) {
        mh_base_t *older = MH_OWNER(link, mh_base_t, link);

        link = link->next;
        if (!same_key(older, &base->shebang, &base->startup))
            continue;
        older->stale = true;
        mh_base_left(older);
    }
}

static void take_ready(mh_base_t *base, const mh_wire_message_t *message)
{
    mh_timer_stop(&base->timer);
    base->ready = true;
    base->failures = 0;
    base->layer = mh_wire_number(message, MH_TAG_MEMORY, 0);
    replace_older(base);
    mh_notice_lines(MH_WARNING, "MH3056: cannot be loaded ahead",
                    mh_wire_string(message, MH_TAG_TEXT));
    mh_notice_lines(MH_DEBUG, "a module of the list is not loaded ahead",
                    mh_wire_string(message, MH_TAG_ABOUT));
}

/*
 * Not logged: perl itself is executed for each request, and then says the same.
 */
static void take_failed(mh_base_t *base, const mh_wire_message_t *message)
{
    mh_wire_field_t output = message->field[MH_TAG_OUTPUT];

    mh_notice(MH_ERROR, "MH3057: perl does not start (%s%s): %.*s",
              base->shebang.interpreter, base->shebang.word,
              (int)(output.size < 2000 ? output.size : 2000),
              output.data ? output.data : "");
    back_off(base);
    leave(base);
}

static bool take(mh_base_t *base, const mh_wire_message_t *message)
{
    if (!mh_peer_may(MH_PEER_BASE, message))
        return false;
    switch (message->type) {
    case MH_WIRE_FORK:
        take_born(base, message);
        return true;
    case MH_WIRE_DONE:
        take_ended(base, message);
        return true;
    case MH_WIRE_READY:
        take_ready(base, message);
        return true;
    case MH_WIRE_FAILED:
        take_failed(base, message);
        return true;
    case MH_WIRE_DEPENDS:
        return !mh_dependencies_add(base->owner, &message->field[MH_TAG_FILES]);
    default:
        return false;
    }
}

static void on_packet(mh_source_t *source)
{
    static mh_channel_packet_t packet;
    mh_base_t *base = MH_OWNER(source, mh_base_t, control);
    int error = mh_hear(source->fd, &packet);

    if (error == EAGAIN)
        return;
    if (!error && packet.size && take(base, &packet.message))
        return;
    if (error || packet.size)
        mh_peer_end(MH_PEER_BASE, base->pid);
    back_off(base);
    leave(base);
}

static bool start(mh_base_t *base)
{
    mh_perl_start_t order = { 0 };
    int control = start_process(&order, &base->shebang, &base->startup,
                                &base->pid);

    if (control >= 0 && !mh_loop_watch(&base->control, control, on_packet)) {
        base->owner = mh_manager_number();
        base->since = mh_loop_now();
        base->served = 0;
        mh_timer_set(&start_timers, &base->timer);
        return true;
    }
    mh_notice(MH_ERROR, "MH3058: no process for perl: %s",
              may_open_enough()
                  ? strerror(errno)
                  : "it may open fewer than 256 files (rlimit=NOFILE)");
    if (control >= 0)
        close(control);
    base->control.fd = -1;
    back_off(base);
    return false;
}

/* The first base of the key, after this one (NULL: of all), that is not stale.
 */
static mh_base_t *find(const mh_shebang_t *shebang, const mh_startup_t *startup,
                       const mh_base_t *after)
{
    const mh_link_t *link = after ? after->link.next : bases.next;

    for (; link != &bases; link = link->next) {
        mh_base_t *base = MH_OWNER(link, mh_base_t, link);

        if (!base->stale && same_key(base, shebang, startup))
            return base;
    }
    return NULL;
}

static void drop(mh_base_t *base)
{
    leave(base);
    mh_link_remove(&base->link);
    base_count--;
    mh_loop_free(base);
}

/* Ends the oldest base that has no zygote; false: each has one. */
static bool make_room(void)
{
    mh_link_t *link = bases.next;

    for (; base_count >= BASES && link != &bases; link = link->next) {
        mh_base_t *base = MH_OWNER(link, mh_base_t, link);

        if (!mh_link_empty(&base->zygotes))
            continue;
        drop(base);
        return true;
    }
    return base_count < BASES;
}

static mh_base_t *new_base(const mh_shebang_t *shebang,
                           const mh_startup_t *startup)
{
    mh_base_t *base = make_room() ? calloc(1, sizeof(*base)) : NULL;

    if (!base)
        return NULL;
    base->control.fd = -1;
    base->shebang = *shebang;
    base->startup.ignored = startup->ignored;
    base->startup.size = startup->size;
    memcpy(base->startup.data, startup->data, startup->size);
    mh_link_init(&base->zygotes);
    mh_timer_init(&base->timer);
    mh_link_append(&bases, &base->link);
    base_count++;
    return base;
}

/* True if the base runs, or could be started now. */
static bool runs(mh_base_t *base)
{
    return base->control.fd >= 0 ||
           (mh_loop_now() >= base->retry_from && start(base));
}

/* The successor of this base; NULL: the base may stay, or there is none. */
static mh_base_t *successor_of(const mh_base_t *base)
{
    const mh_shebang_t *shebang = &base->shebang;
    const mh_startup_t *startup = &base->startup;
    mh_base_t *next = find(shebang, startup, base);

    if (!next && mh_zygote_has_served(base->served, base->since))
        next = new_base(shebang, startup);
    return next && runs(next) ? next : NULL;
}

mh_base_t *mh_base_for(const mh_shebang_t *shebang, const mh_startup_t *startup,
                       bool patient)
{
    mh_base_t *base = find(shebang, startup, NULL);
    mh_base_t *next;

    if (!base)
        base = new_base(shebang, startup);
    if (!base || !runs(base))
        return NULL;
    next = successor_of(base);
    return patient && next ? next : base;
}

/* Most scripts need one without switches, with modules or without. */
static void start_ahead(mh_timer_t *timer)
{
    mh_startup_t startup = { .ignored = mh_manager.settings->numbers.ignored };
    mh_shebang_t shebang = { .is_ours = true };

    snprintf(shebang.interpreter, sizeof(shebang.interpreter), "%s",
             mh_manager.settings->perl);
    mh_base_for(&shebang, &startup, false);
    shebang.modules = MH_MODULES_USUAL;
    mh_base_for(&shebang, &startup, false);
}

void mh_base_start_ahead(void)
{
    start_ahead(&ahead);
}

/*
 * The base's channel may have ended before, but the cause of its death is known
 * only now.
 */
static void note_end(mh_base_t *base, int status)
{
    bool was_known = base->control.fd < 0;
    char how[MH_NOTICE_HOW];

    base->pid = 0;
    if (!was_known || WIFSIGNALED(status))
        mh_notice(MH_ERROR,
                  "MH3059: a perl that scripts are forked from ended: %s",
                  mh_notice_how(status, how, sizeof(how)));
    if (was_known)
        return;
    back_off(base);
    leave(base);
}

bool mh_base_ended(pid_t pid, int status)
{
    mh_link_t *link = bases.next;

    for (; link != &bases; link = link->next) {
        mh_base_t *base = MH_OWNER(link, mh_base_t, link);

        if (base->pid != pid)
            continue;
        note_end(base, status);
        return true;
    }
    return false;
}

void mh_base_left(mh_base_t *base)
{
    if (base->stale && mh_link_empty(&base->zygotes))
        drop(base);
}

bool mh_base_changed(uint64_t owner)
{
    mh_link_t *link = bases.next;

    for (; link != &bases; link = link->next) {
        mh_base_t *base = MH_OWNER(link, mh_base_t, link);

        if (base->owner != owner)
            continue;
        base->stale = true;
        mh_base_left(base);
        mh_timer_set(&ahead_timers, &ahead);
        return true;
    }
    return false;
}

/* When the oldest order was sent that the base has not answered; 0: there is
 * none. */
static uint64_t owes(const mh_base_t *base)
{
    const mh_link_t *link = base->zygotes.next;
    uint64_t since = 0;

    for (; link != &base->zygotes; link = link->next) {
        const mh_zygote_t *zygote = MH_OWNER(link, mh_zygote_t, sibling);

        if (!zygote->pid && (!since || zygote->since < since))
            since = zygote->since;
    }
    return since;
}

/* A base that starts has a timer of its own; this only finds one that was
 * stopped. */
static bool is_stuck(const mh_base_t *base)
{
    uint64_t since = base->ready ? owes(base) : mh_loop_now() - MH_SECOND;

    return base->control.fd >= 0 && since &&
           mh_stuck_ends(MH_PEER_BASE, base->pid, since, false);
}

void mh_base_look(void)
{
    for (mh_link_t *link = bases.next; link != &bases; link = link->next) {
        mh_base_t *base = MH_OWNER(link, mh_base_t, link);

        if (!is_stuck(base))
            continue;
        leave(base);
        return; /* the base may be in another ring now */
    }
}
