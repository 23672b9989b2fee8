/*
 * loop.c - see loop.h.
 */
#include "pool/manager/loop/loop.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "pool/manager/loop/bury.h"
#include "pool/manager/loop/heartbeat.h"
#include "shared/clock.h"

#define EVENTS 64

/* Longest wait of an idle loop, in milliseconds. */
#define BEAT (MH_HEARTBEAT * 1000 / 3)

static struct {
    int epoll;
    bool stopped;
    uint64_t now;
    mh_timers_t *timers;
    void **freed; /* at the end of the round */
    size_t freed_count;
    size_t freed_room;
} loop = { .epoll = -1 };

void mh_link_init(mh_link_t *link)
{
    link->next = link->previous = link;
}

bool mh_link_empty(const mh_link_t *head)
{
    return head->next == head;
}

static void insert(mh_link_t *before, mh_link_t *link)
{
    link->next = before;
    link->previous = before->previous;
    before->previous->next = link;
    before->previous = link;
}

void mh_link_append(mh_link_t *head, mh_link_t *link)
{
    insert(head, link);
}

void mh_link_prepend(mh_link_t *head, mh_link_t *link)
{
    insert(head->next, link);
}

void mh_link_remove(mh_link_t *link)
{
    link->previous->next = link->next;
    link->next->previous = link->previous;
    mh_link_init(link);
}

static void read_clock(void)
{
    loop.now = mh_clock(CLOCK_MONOTONIC_COARSE);
}

int mh_loop_open(void)
{
    loop.epoll = epoll_create1(EPOLL_CLOEXEC);
    read_clock();
    return loop.epoll < 0 ? errno : 0;
}

static int watch(mh_source_t *source, int fd, uint32_t events,
                 void (*ready)(mh_source_t *source))
{
    struct epoll_event event = { .events = events, .data.ptr = source };

    source->fd = fd;
    source->ready = ready;
    return epoll_ctl(loop.epoll, EPOLL_CTL_ADD, fd, &event) ? errno : 0;
}

int mh_loop_watch(mh_source_t *source, int fd,
                  void (*ready)(mh_source_t *source))
{
    return watch(source, fd, EPOLLIN, ready);
}

int mh_loop_watch_events(mh_source_t *source, int fd,
                         void (*ready)(mh_source_t *source))
{
    return watch(source, fd, EPOLLPRI, ready);
}

void mh_loop_forget(mh_source_t *source)
{
    if (source->fd < 0)
        return;
    /* Closing is not enough while a forked process shares the socket. */
    epoll_ctl(loop.epoll, EPOLL_CTL_DEL, source->fd, NULL);
    mh_bury(source->fd);
    source->fd = -1;
}

void mh_loop_leave(mh_source_t *source)
{
    if (source->fd < 0)
        return;
    epoll_ctl(loop.epoll, EPOLL_CTL_DEL, source->fd, NULL);
    close(source->fd);
    source->fd = -1;
}

void mh_loop_mute(mh_source_t *source, bool mute)
{
    struct epoll_event event = { .events = mute ? 0 : EPOLLIN,
                                 .data.ptr = source };

    if (source->fd >= 0)
        epoll_ctl(loop.epoll, EPOLL_CTL_MOD, source->fd, &event);
}

void mh_loop_free(void *memory)
{
    if (loop.freed_count == loop.freed_room) {
        size_t room = loop.freed_room ? 2 * loop.freed_room : EVENTS;
        void **more = realloc(loop.freed, room * sizeof(*more));

        if (!more)
            return; /* an object that cannot be freed safely stays */
        loop.freed = more;
        loop.freed_room = room;
    }
    loop.freed[loop.freed_count++] = memory;
}

uint64_t mh_loop_now(void)
{
    return loop.now;
}

void mh_loop_add_timers(mh_timers_t *timers, uint64_t delay,
                        void (*due)(mh_timer_t *timer))
{
    timers->delay = delay;
    timers->due = due;
    mh_link_init(&timers->pending);
    timers->next = loop.timers;
    loop.timers = timers;
}

void mh_timer_init(mh_timer_t *timer)
{
    mh_link_init(&timer->link);
}

void mh_timer_set(mh_timers_t *timers, mh_timer_t *timer)
{
    mh_link_remove(&timer->link);
    if (!timers->delay)
        return;
    timer->due = loop.now + timers->delay;
    mh_link_append(&timers->pending, &timer->link);
}

void mh_timer_stop(mh_timer_t *timer)
{
    mh_link_remove(&timer->link);
}

static mh_timer_t *first_of(mh_timers_t *timers)
{
    if (mh_link_empty(&timers->pending))
        return NULL;
    return MH_OWNER(timers->pending.next, mh_timer_t, link);
}

/* Milliseconds until the next timer is due, rounded up; at most a beat. */
static int time_to_wait(void)
{
    uint64_t next = UINT64_MAX;

    for (mh_timers_t *timers = loop.timers; timers; timers = timers->next) {
        mh_timer_t *timer = first_of(timers);

        if (timer && timer->due < next)
            next = timer->due;
    }
    if (next <= loop.now)
        return 0;
    next = (next - loop.now) / 1000000 + 1;
    return next > BEAT ? BEAT : (int)next;
}

static void run_timers(void)
{
    for (mh_timers_t *timers = loop.timers; timers; timers = timers->next) {
        mh_timer_t *timer;

        while ((timer = first_of(timers)) && timer->due <= loop.now) {
            mh_timer_stop(timer);
            timers->due(timer);
        }
    }
}

static void one_round(void)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(loop.epoll, events, EVENTS, time_to_wait());

    read_clock();
    mh_heartbeat(loop.now);
    for (int i = 0; i < count; i++) {
        mh_source_t *source = events[i].data.ptr;

        if (source->fd >= 0)
            source->ready(source);
    }
    run_timers();
}

void mh_loop_run(void (*after)(void))
{
    while (!loop.stopped) {
        one_round();
        after();
        while (loop.freed_count)
            free(loop.freed[--loop.freed_count]);
    }
}

void mh_loop_stop(void)
{
    loop.stopped = true;
}
