/*
 * options.h - PerlOptions: named switches of a server and of a directory.
 *
 * +Name and -Name change what is inherited, a plain Name is +Name, and None
 * starts the set anew.
 */
#ifndef MEHARI_MODULE_CONFIG_OPTIONS_H
#define MEHARI_MODULE_CONFIG_OPTIONS_H

#include "module/common/mehari.h"
#include "module/config/hook.h"

/* Per directory (and per server for MERGE_HANDLERS). */
enum {
    MH_PARSE_HEADERS = 1 << 0,
    MH_SETUP_ENV = 1 << 1,
    MH_GLOBAL_REQUEST = 1 << 2,
    MH_MERGE_HANDLERS = 1 << 3,
    /* Per server only. */
    MH_ENABLE = 1 << 4,
    MH_AUTOLOAD = 1 << 5,
    MH_PARENT = 1 << 6,
    MH_CLONE = 1 << 7,
    MH_INHERIT_SWITCHES = 1 << 8,
    /* Per server: a switch for each hook follows from here. */
    MH_HOOK_SHIFT = 9
};

#define MH_HOOK_OPTION(hook) (1u << (MH_HOOK_SHIFT + (hook)))

typedef struct {
    unsigned on;      /* the set as it stands */
    unsigned added;   /* by +Name here */
    unsigned removed; /* by -Name here */
    bool anew;        /* None was given: nothing is inherited */
} mh_options_t;

/* The set of a server (directory) before any directive. */
void mh_options_init(mh_options_t *options, bool server);

mh_options_t mh_options_merge(const mh_options_t *base,
                              const mh_options_t *add);

/* Applies one word. NULL, or a sentence that says what is wrong with it. */
const char *mh_options_apply(mh_options_t *options, const char *word,
                             bool server, apr_pool_t *pool);

/* The bit of a name, 0 when no server (directory) option has that name. */
unsigned mh_options_bit(const char *name, bool server);

/* The words that make an empty set of options into this one. */
const char *mh_options_words(const mh_options_t *options, bool server,
                             apr_pool_t *pool);

/*
 * True if the directory's option was switched on or off by name, not inherited.
 */
bool mh_options_off(const mh_options_t *options, unsigned bit);

#endif
