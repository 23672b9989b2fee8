/*
 * loop.h - the manager's event loop: descriptors and timers.
 *
 * One epoll loop in one thread. A source that was forgotten, or memory that was
 * freed, during a round is never touched by the rest of that round.
 */
#ifndef MEHARI_POOL_MANAGER_LOOP_LOOP_H
#define MEHARI_POOL_MANAGER_LOOP_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MH_SECOND 1000000000ULL

/* The structure that contains a member. */
#define MH_OWNER(pointer, type, member)                                        \
    ((type *)(void *)((char *)(pointer)-offsetof(type, member)))

/* A ring of links: a head that is linked to itself is empty. */
typedef struct mh_link_t {
    struct mh_link_t *next;
    struct mh_link_t *previous;
} mh_link_t;

void mh_link_init(mh_link_t *link);
bool mh_link_empty(const mh_link_t *head);
void mh_link_append(mh_link_t *head, mh_link_t *link);
void mh_link_prepend(mh_link_t *head, mh_link_t *link);
/* Unlinks and initializes the link; harmless when it is in no ring. */
void mh_link_remove(mh_link_t *link);

/* A descriptor whose function is called when it can be read. */
typedef struct mh_source_t {
    int fd; /* -1: forgotten */
    void (*ready)(struct mh_source_t *source);
} mh_source_t;

/*
 * All timers of a kind have the same duration, so they expire in the order in
 * which they were set. Adding and removing one costs nothing.
 */
typedef struct mh_timer_t {
    mh_link_t link;
    uint64_t due;
} mh_timer_t;

typedef struct mh_timers_t {
    uint64_t delay; /* 0: a timer of this kind never fires */
    void (*due)(mh_timer_t *timer);
    mh_link_t pending;
    struct mh_timers_t *next;
} mh_timers_t;

/* 0 or errno. */
int mh_loop_open(void);
int mh_loop_watch(mh_source_t *source, int fd,
                  void (*ready)(mh_source_t *source));
/* The same for a descriptor that is always readable, and reports events
 * (POLLPRI). */
int mh_loop_watch_events(mh_source_t *source, int fd,
                         void (*ready)(mh_source_t *source));
/* Suspends the calls for a descriptor, or resumes them. */
void mh_loop_mute(mh_source_t *source, bool mute);
/* Closes the descriptor, without waiting for it. A socket is shut down, for all
 * who share it. */
void mh_loop_forget(mh_source_t *source);
/* Closes a descriptor that other processes still use. */
void mh_loop_leave(mh_source_t *source);
/* Frees memory at the end of the round. */
void mh_loop_free(void *memory);

/* The time of this round, in nanoseconds since some start. */
uint64_t mh_loop_now(void);
/* Registers a kind of timer, once; the structure stays. */
void mh_loop_add_timers(mh_timers_t *timers, uint64_t delay,
                        void (*due)(mh_timer_t *timer));
/* Sets (again) a timer of that kind, from now. */
void mh_timer_set(mh_timers_t *timers, mh_timer_t *timer);
void mh_timer_init(mh_timer_t *timer);
void mh_timer_stop(mh_timer_t *timer);

/* Runs until mh_loop_stop(). after is called at the end of each round. */
void mh_loop_run(void (*after)(void));
void mh_loop_stop(void);

#endif
