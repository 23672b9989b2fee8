/*
 * shebang.h - the first line of a script, as the kernel and perl read it.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_SHEBANG_H
#define MEHARI_POOL_MANAGER_SCRIPTS_SHEBANG_H

#include <stdbool.h>

#include "pool/manager/watch/look.h"
#include "shared/wire/wire.h"

#define MH_SHEBANG_MAX MH_LOOK_START

typedef struct mh_shebang_t {
    char interpreter[MH_SHEBANG_MAX]; /* argv[0] of perl */
    char word[MH_SHEBANG_MAX];        /* its switches; "": none */
    bool is_ours; /* it is for our perl, whether that can be shared or not */
    bool by_env;  /* PATH decides which perl that is */
    bool direct;  /* perl must have the script's name when it starts */
    bool no_args; /* not to be shared when there are argument words */
    /* modules of a base; of a script: those that it probably needs */
    mh_wire_modules_e modules;
} mh_shebang_t;

/* Nobody can look at one of these files: see mh_scout_trouble(). */
extern const char mh_shebang_unknown[];

/*
 * NULL if a running perl may run the script. If not, the reason, or
 * mh_shebang_unknown: then only execve() does what the kernel would. environ is
 * the request's (its PATH, for /usr/bin/env), perl the interpreter whose
 * library is ours.
 */
const char *mh_shebang_read(const char *script, const mh_wire_field_t *environ,
                            const char *perl, mh_shebang_t *shebang);

/* PATH of an environment; NULL: there is none. */
const char *mh_shebang_path(const mh_wire_field_t *environ);

#endif
