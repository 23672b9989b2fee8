/*
 * inherit.h - what libraries know of the process in which they are, as fork()
 * would tell them in a child.
 */
#ifndef MEHARI_ROLLBACK_INHERIT_H
#define MEHARI_ROLLBACK_INHERIT_H

struct mh_room_t;

/* At the checkpoint: where libc keeps what it knows. NULL, or why not. */
const char *mh_inherit_note(struct mh_room_t *room);
/* First in a run: what libc tells the kernel of each process. */
void mh_inherit_begin(struct mh_room_t *room);
/* The handlers of pthread_atfork(): those of before, then those of a child. */
void mh_inherit_handlers(void);
/* In a template, which needs none of it. */
void mh_inherit_leave(void);

#endif
