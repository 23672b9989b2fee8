/*
 * lists.h - the lists of modules that bases load ahead, for all scripts: the
 * usual one, and the other one, for scripts that need it.
 *
 * Both are data: lib/Mehari/modules.list and more_modules.list. Runs in bases;
 * runs look up what they have compiled.
 */
#ifndef MEHARI_POOL_PERL_LISTS_H
#define MEHARI_POOL_PERL_LISTS_H

#include "shared/wire/wire.h"

/* Reads the lists. Without a list, none of its modules is loaded. */
void mh_lists_read(void);

/* Loads the modules. The result is that of mh_preload_listed(). */
char *mh_lists_load(mh_wire_modules_e modules);

/* The list with the module that the file of this key (Foo/Bar.pm) has. */
mh_wire_modules_e mh_lists_find(const char *key);

#endif
