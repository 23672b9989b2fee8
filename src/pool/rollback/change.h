/*
 * change.h - a run's changes of its address space that no tracker sees. Runs in
 * runs.
 *
 * The program replaces the functions of libc that change the address space
 * (change_libc.c). Each notes a range here, or that the memory cannot be put
 * back. Calls inside libc are not seen: mh_rollback_prepare() keeps malloc()
 * from making any, and the size of the address space shows the others.
 */
#ifndef MEHARI_POOL_ROLLBACK_CHANGE_H
#define MEHARI_POOL_ROLLBACK_CHANGE_H

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>

/* Notes a range of the checkpoint's that was mapped anew, unmapped, protected
 * or given up. */
void mh_change_note(const void *start, size_t size);
/* Ends the notes, in a template. */
struct mh_room_t;
struct stat;
void mh_change_forget(struct mh_room_t *room);
/* True in a run whose memory a template restores. */
bool mh_change_is_restored(void);
/* Notes that the template must end. */
void mh_change_lost(void);
/* Notes that other processes may write to the run's memory. */
void mh_change_forked(void);
/* Notes that memory is locked, or future mappings will be. */
void mh_change_locks(void);
/* True if the range has mappings of the checkpoint's that can be put back. */
bool mh_change_matters(const void *start, size_t size);
/* Notes that mappings may differ, though their size is the same. */
void mh_change_mappings(void);
/*
 * Notes that a locale was chosen or made, and makes libc keep its files mapped
 * for good, because a run that chooses another locale must not unmap them. This
 * cannot be done at the checkpoint: libc may hold the lock of all locales then,
 * because it reads the environment under that lock.
 */
void mh_change_locale(locale_t locale);
/* Notes a call of madvise(). */
void mh_change_advice(const void *start, size_t size, int advice);
/* Notes a system call made without libc's function for it. */
void mh_change_call(long number);
/* Notes a call of prctl(). */
void mh_change_process(int option);
/*
 * The memory of a run is closed to other processes, because it is the
 * template's. Code that asks (PR_GET_DUMPABLE) gets the answer of any process.
 */
bool mh_change_is_closed(void);
/*
 * The kernel has refused a name. True: the call may be repeated, because it is
 * one of the run's own files in /proc. From here on, other processes may open
 * that file, too. The template will end.
 */
bool mh_change_opens(int at, const char *name);
/*
 * Shows the owner of such a file as in any process. name: NULL for the file
 * that is open as at.
 */
void mh_change_owner(int at, const char *name, int flags, struct stat *status);
/*
 * Prepares for a core file, if the limit allows one: in a template for its
 * runs, and in a run that has changed its limit.
 */
void mh_change_core(void);
/* The same for one signal: its handler at the checkpoint was another. */
void mh_change_signal(int number);
/* First call in a child of a run, whose memory is a copy. */
void mh_change_child(void);
/*
 * Notes that a file was opened. By files of /proc, a run can write to memory
 * that it may only read (mem), and clear a tracker's marks (clear_refs).
 */
void mh_change_opened(int fd, int flags);
/* Notes a call of ioctl(), because one kind clears a tracker's marks. */
void mh_change_control(unsigned long request);

/* --- before the change ---
 *
 * These do nothing here. A program that also forks the process may define its
 * own, to see what a fork would share with the process, or would not get. They
 * are called without a checkpoint, too.
 */

/* Before a call of mmap(), with its flags. */
void mh_change_before_map(int flags, int fd);
/* Before a call of madvise(). */
void mh_change_before_advice(int advice);
/* Before memory is locked, or gets another mark that forks do not have. what:
 * the mark, as the rest of a sentence. */
void mh_change_before(const char *what);

#endif
