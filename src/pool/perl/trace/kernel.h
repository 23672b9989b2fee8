/*
 * kernel.h - answers of the kernel that are the same for every process, until
 * the system changes. Each is a dependency that is checked before a run.
 *
 * Runs in zygotes, and for a moment in their children.
 */
#ifndef MEHARI_POOL_PERL_TRACE_KERNEL_H
#define MEHARI_POOL_PERL_TRACE_KERNEL_H

#include <stdbool.h>

/*
 * True if the kernel's file has the same contents for every process. Notes the
 * file.
 */
bool mh_kernel_file(const char *path);
/* Notes what kind of file system the kernel has there. */
void mh_kernel_mount(const char *path);
/* Notes the processors that the process may use, and those of the machine. */
void mh_kernel_processors(void);

/* True if the kernel still answers everything as noted. */
bool mh_kernel_agrees(void);

#endif
