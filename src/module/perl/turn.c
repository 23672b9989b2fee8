/*
 * turn.c - see turn.h.
 *
 * Some state belongs to the interpreter, but C keeps it for each thread. So
 * this state goes from thread to thread with the turn: Perl's own context, the
 * locale, and an unblocked SIGALRM, which httpd blocks in its threads.
 */
#include "module/perl/turn.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>

#include "module/perl/parent.h"

typedef struct postponed {
    void (*function)(void *data);
    void *data;
    unsigned generation; /* of the interpreter to do it in; 0: of any */
    struct postponed *next;
} postponed_t;

/* Seconds that a child that ends waits for a thread that is still in Perl. */
enum { LAST_SECONDS = 2 };

static void enter(void);
static void leave(void);
static void give_up(void);
static bool try_it(void);
static bool wait_for_it(time_t seconds);
static void rest(void *data);
static void see_to(postponed_t *task);
static bool postpone(const postponed_t *task);

bool mh_turn_behind;
static void (*at_rest)(pTHX);

static struct {
    pthread_mutex_t lock;
    pthread_cond_t given;
    bool taken;
    postponed_t *postponed;
    locale_t locale; /* of the interpreter; 0: not set yet */
} turn = { .lock = PTHREAD_MUTEX_INITIALIZER,
           .given = PTHREAD_COND_INITIALIZER };

/* State of this thread, which has the turn if one of the first two is set. */
static _Thread_local struct {
    unsigned depth;
    struct mh_context *kept;
    locale_t locale; /* to be put back */
    sigset_t signals;
} mine;

bool mh_turn_mine(void)
{
    return !mehari.threaded || mine.depth || mine.kept;
}

bool mh_turn_busy(void)
{
    return mine.depth > 0;
}

bool mh_turn_wait(int seconds)
{
    if (mine.depth++ || mine.kept)
        return true;
    if (!wait_for_it(seconds)) {
        mine.depth = 0;
        return false;
    }
    enter();
    return true;
}

bool mh_turn_fresh(void)
{
    return mine.depth == 1 && !mine.kept;
}

static bool try_it(void)
{
    bool got;

    if (mine.depth++ || mine.kept)
        return true;
    pthread_mutex_lock(&turn.lock);
    got = !turn.taken;
    turn.taken = true;
    pthread_mutex_unlock(&turn.lock);
    if (got)
        enter();
    else
        mine.depth = 0;
    return got;
}

/* A negative number: no limit. */
static bool wait_for_it(time_t seconds)
{
    struct timespec until;
    int failed = 0;
    bool got;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    pthread_mutex_lock(&turn.lock);
    while (turn.taken && failed != ETIMEDOUT)
        failed = seconds < 0
                     ? pthread_cond_wait(&turn.given, &turn.lock)
                     : pthread_cond_timedwait(&turn.given, &turn.lock, &until);
    got = !turn.taken;
    turn.taken = true;
    pthread_mutex_unlock(&turn.lock);
    return got;
}

bool mh_turn_last(void)
{
    if (mine.depth++ || mine.kept)
        return true;
    if (!wait_for_it(LAST_SECONDS))
        return false;
    enter();
    return true;
}

void mh_turn_give(void)
{
    if (mine.depth > 0 && --mine.depth == 0 && !mine.kept)
        give_up();
}

void mh_turn_keep(struct mh_context *request)
{
    if (mehari.threaded && !mine.kept)
        mine.kept = request;
}

void mh_turn_drop(const struct mh_context *request)
{
    if (mine.kept == request)
        mh_turn_drop_all();
}

void mh_turn_drop_all(void)
{
    if (!mine.kept)
        return;
    mine.kept = NULL;
    if (!mine.depth)
        give_up();
}

static void give_up(void)
{
    mh_turn_catch_up();
    leave();
    pthread_mutex_lock(&turn.lock);
    turn.taken = false;
    pthread_cond_signal(&turn.given);
    pthread_mutex_unlock(&turn.lock);
}

/* --- state that goes with the turn ------------------------------------ */

static void enter(void)
{
    sigset_t alarms;

    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &alarms, &mine.signals);
    mine.locale = uselocale(turn.locale);
    if (!mehari.perl)
        return;
    PERL_SET_CONTEXT(mehari.perl);
    mh_turn_catch_up();
}

/*
 * A child's threads begin with the global locale; see child_init in module.c.
 */
void mh_turn_child(void)
{
    if (mehari.threaded)
        turn.locale = uselocale(LC_GLOBAL_LOCALE);
}

/* Removes data of the request that the next one could see. */
static void leave(void)
{
    if (mehari.perl)
        rest(NULL);
    if (UNLIKELY(mh_parents))
        mh_parent_each_used(rest, NULL);
    turn.locale = uselocale(mine.locale);
    pthread_sigmask(SIG_SETMASK, &mine.signals, NULL);
}

void mh_turn_on_rest(void (*function)(pTHX))
{
    at_rest = function;
}

static void rest(void *data)
{
    dTHXa(mehari.perl);

    mehari.global = NULL;
    if (at_rest)
        at_rest(aTHX);
}

void mh_turn_forked(void)
{
    sigset_t none;

    if (!mehari.threaded)
        return;
    pthread_mutex_init(&turn.lock, NULL);
    pthread_cond_init(&turn.given, NULL);
    turn.taken = mine.depth || mine.kept;
    /* A program that the thread starts must not have signals blocked. */
    sigemptyset(&none);
    if (turn.taken)
        pthread_sigmask(SIG_SETMASK, &none, NULL);
}

/* --- tasks that other threads leave ----------------------------------- */

static void do_or_postpone(postponed_t *task)
{
    if (!mehari.threaded) {
        see_to(task);
    } else if (try_it()) {
        see_to(task);
        mh_turn_give();
    } else if (!postpone(task)) {
        mh_turn_wait(MH_TURN_EVER);
        see_to(task);
        mh_turn_give();
    }
}

void mh_turn_postpone(void (*function)(void *data), void *data)
{
    postponed_t task = { .function = function, .data = data };

    do_or_postpone(&task);
}

/* A task of an interpreter that has ended has nothing left to do. */
static void see_to(postponed_t *task)
{
    if (!task->generation) {
        task->function(task->data);
        return;
    }
    if (mh_parent_enter_generation(task->generation))
        task->function(task->data);
    mh_parent_leave();
}

/* False: there is no memory for it. */
static bool postpone(const postponed_t *task)
{
    postponed_t *postponed = malloc(sizeof *postponed);

    if (!postponed)
        return false;
    *postponed = *task;
    pthread_mutex_lock(&turn.lock);
    postponed->next = turn.postponed;
    turn.postponed = postponed;
    __atomic_store_n(&mh_turn_behind, true, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&turn.lock);
    return true;
}

/* Perl code that is called meanwhile (a destructor) may ask for more. */
void mh_turn_catch_up_now(void)
{
    postponed_t *list;

    pthread_mutex_lock(&turn.lock);
    list = turn.postponed;
    turn.postponed = NULL;
    __atomic_store_n(&mh_turn_behind, false, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&turn.lock);
    while (list) {
        postponed_t *next = list->next;

        see_to(list);
        free(list);
        list = next;
    }
}

/*
 * A glob's content goes with the next temporaries, not with the glob:
 * gp_free().
 */
static void discard(void *sv)
{
    dTHXa(mehari.perl);

    mehari.depth++;
    ENTER;
    SAVETMPS;
    SvREFCNT_dec_NN((SV *)sv);
    FREETMPS;
    LEAVE;
    mehari.depth--;
}

void mh_turn_discard(SV *sv, unsigned generation)
{
    postponed_t task = { .function = discard,
                         .data = sv,
                         .generation = generation };

    if (sv)
        do_or_postpone(&task);
}
