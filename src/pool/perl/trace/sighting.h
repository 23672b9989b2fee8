/*
 * sighting.h - names of files at which a module looked while it was loaded
 * ahead, its own file among them.
 *
 * The manager hears of a change between two runs. But a run itself may change
 * such a file, and then load the module. So each name that somebody else than
 * root can change is looked at again before the module is shown.
 *
 * Runs in bases, zygotes and their children.
 */
#ifndef MEHARI_POOL_PERL_TRACE_SIGHTING_H
#define MEHARI_POOL_PERL_TRACE_SIGHTING_H

#include <stdbool.h>

/*
 * Notes an entry (shared/wire/files.h) for the module of that key, which stays
 * in memory; "" for a name too long for one. Call it with the trace paused.
 */
void mh_sighting_note(const char *module, const char *entry);

/* True if all names are what the module saw. */
bool mh_sighting_agrees(const char *module);

#endif
