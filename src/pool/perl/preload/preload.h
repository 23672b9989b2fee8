/*
 * preload.h - modules that are loaded ahead of the script that may need them.
 *
 * A hidden module has been loaded, but neither %INC nor the symbol table shows
 * it. When the script's `require` or `use` comes to it, and the search through
 * the present @INC would find the same files, the module appears: its entry in
 * %INC, the entries of modules that it had loaded, its packages and its END
 * blocks. Then require returns the value that the file returned. In every other
 * case the real require is done, as if nothing had been loaded.
 *
 * A module is refused, and then is not loaded in this process at all, if its
 * load does something unshareable (pool/perl/trace/trace.h), dies, warns, or
 * leaves something that cannot be hidden: %SIG, CORE::GLOBAL, UNIVERSAL,
 * symbols in main or in a package of another file, open descriptors, INIT
 * blocks, special variables, changed operators. To find out, it is first loaded
 * in a fork of this process.
 *
 * A hidden module that is not needed any more loses its name. Otherwise a
 * script with threads would clone it, too, and perl calls CLONE in every
 * package with a name.
 *
 * Runs in bases and zygotes; `require` is answered in zygotes and children.
 */
#ifndef MEHARI_POOL_PERL_PRELOAD_PRELOAD_H
#define MEHARI_POOL_PERL_PRELOAD_PRELOAD_H

#include "shared/wire/wire.h"

/* Wraps the operators that load a file. Call it after mh_trace_start(). */
void mh_preload_wrap(void);

/* Key of the file that is being loaded ahead, for mh_trace_start(). */
const char *mh_preload_current(void);

/*
 * Loads the lists of modules that many scripts use, in a base, before
 * mh_preload_named(). A module that is not installed, or not in perl's own
 * folders, is left out. Returns the refusals as below: nobody has asked for
 * these modules. file_of() gives the path of a list; NULL: there is none.
 */
char *mh_preload_lists(mh_wire_modules_e modules,
                       const char *(*file_of)(const char *name));

/* The list with the module of this key (Foo/Bar.pm), in such a base's runs. A
 * site's own copy of a module is on none. */
mh_wire_modules_e mh_preload_list_of(const char *key, const char *path);

/*
 * Loads the modules of a pool (list: names such as CGI or Foo::Bar, or absolute
 * paths) in a base, inside the hook of mh_trace_at_script(): a module that
 * depends on the script's name or on the cwd is refused. Returns the refusals,
 * one line each, "Foo.pm: why", malloc()ed; NULL: none.
 */
char *mh_preload_named(const mh_wire_field_t *names);

/* True for a package (an HV) of a module that is out of sight. */
bool mh_preload_hides(const void *stash);

/* Takes all that was loaded out of sight, when nothing more will be. */
void mh_preload_hide(void);

/*
 * Compiles ahead the files of its own that a script was seen to load
 * (MH_TAG_ASKED), in its zygote, where that stops. Returns the refusals as
 * above. The trace must be off when this is called.
 */
char *mh_preload_files(const mh_wire_field_t *files);

/* Takes %INC as known, when the zygote has stopped and after the last load. */
void mh_preload_baseline(void);

/*
 * Lists, at the end of a child, the site's files that it has loaded and that
 * its zygote had neither loaded nor compiled, in the order in which it asked
 * for them, as MH_TAG_ASKED. Returns the size, 0 for nothing new; bounded so
 * that it fits a message.
 */
size_t mh_preload_asked(char *buffer, size_t size);

/*
 * Before perl_destruct(): perl may be about to free everything. It must also
 * free the names of files that are out of sight, or it would report their keys
 * as leaked. This is no function of call_atexit(), because with one, each run
 * of the script would be torn down: see teardown.h.
 */
void mh_preload_end(void);

#endif
