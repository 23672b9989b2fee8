/*
 * change.h - what a run does to its address space that no tracker sees.
 *
 * The program replaces the functions of libc through which that happens
 * (change.c); each notes a range here, or that nothing can help. libc's own
 * calls of them are not seen: malloc() is told not to make any
 * (mh_rollback_prepare), and the size of the address space shows the rest.
 */
#ifndef MEHARI_ROLLBACK_CHANGE_H
#define MEHARI_ROLLBACK_CHANGE_H

#include <stdbool.h>
#include <stddef.h>

/* Mapped anew, unmapped, protected, given up: of what the checkpoint has. */
void mh_change_note(const void *start, size_t size);
/* In a template: nothing is noted any more. */
struct mh_room_t;
void mh_change_forget(struct mh_room_t *room);
/* The template is to end. */
void mh_change_lost(void);
/* Memory is locked, or the kernel told to lock what comes. */
void mh_change_locks(void);
/* It has mappings of the checkpoint's in it that can be put back. */
bool mh_change_matters(const void *start, size_t size);
/* Mappings may be others, though their size is the same. */
void mh_change_mappings(void);
/* madvise(). */
void mh_change_advice(const void *start, size_t size, int advice);
/* A system call that is made without libc's function for it. */
void mh_change_call(long number);
/* prctl(). */
void mh_change_process(int option);

#endif
