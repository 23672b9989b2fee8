/*
 * inherit.h - updates what libraries know of their process in a run, as fork()
 * does in a child.
 */
#ifndef MEHARI_POOL_ROLLBACK_INHERIT_H
#define MEHARI_POOL_ROLLBACK_INHERIT_H

struct mh_room_t;

/* Notes, at the checkpoint, the places in which libc keeps facts about the
 * process. NULL, or an error. */
const char *mh_inherit_note(struct mh_room_t *room);
/* First call in a run: registers the process with the kernel, as libc does. */
void mh_inherit_begin(struct mh_room_t *room);
/* Calls the handlers of pthread_atfork(): all prepare handlers, then those of a
 * child. */
void mh_inherit_handlers(void);
/* Ends and begins what the kernel writes to the thread's memory by itself. */
void mh_inherit_leave(void);
void mh_inherit_enter(void);

#endif
