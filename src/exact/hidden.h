/*
 * hidden.h - modules that are loaded ahead of the script that may need them.
 *
 * A hidden module has been loaded, but neither %INC nor the symbol table shows
 * it. When the script's `require` or `use` comes to it, and the search through
 * the @INC of that moment would find the same files, it appears: its entries in
 * %INC, those of what it had loaded itself, its packages, its END blocks; and
 * require returns what the file returned. In every other case the real require
 * is done, as if nothing had been loaded.
 *
 * A module is refused, and then is not loaded in this process at all, when it
 * tells while it loads (witness.h), dies, warns, or leaves something that
 * cannot be hidden: %SIG, CORE::GLOBAL, UNIVERSAL, symbols in main or in a
 * package of another file, open descriptors, INIT blocks, special variables,
 * changed operators. To know, it is first loaded in a fork of this process.
 *
 * Runs in bases and zygotes; `require` is answered in zygotes and children.
 */
#ifndef MEHARI_HIDDEN_H
#define MEHARI_HIDDEN_H

#include "wire/wire.h"

/*
 * Loads the modules of a pool (list: names such as CGI or Foo::Bar, or absolute
 * paths) in a base, inside the hook of mh_witness_at_script(): what depends on
 * the script's name or on the cwd is refused. Returns what was refused, one
 * line each, "Foo.pm: why", malloc()ed; NULL when nothing was.
 */
char *mh_hidden_preload(const mh_wire_field_t *names);

/*
 * Loads what a script was seen to load (MH_TAG_MODULES: key, path, key, path
 * ...), in its zygote, where that stops. Returns as above. Witnessed: do not
 * turn the witness on around it; it must be off.
 */
char *mh_hidden_load(const mh_wire_field_t *modules);

/* The zygote has stopped: what %INC holds now is nothing new. After the last
 * load. */
void mh_hidden_baseline(void);

/*
 * At the end of a child: what it has loaded by require that its zygote had not
 * loaded, hidden or not, in the order of loading, as MH_TAG_MODULES. What was
 * refused in the zygote is left out. Returns the size, 0 for nothing new;
 * bounded so that it fits a message.
 */
size_t mh_hidden_learned(char *buffer, size_t size);

#endif
