/*
 * argv.h - the words of a script's requests (`?one+two`). Few requests have
 * words, so a zygote may go on behind a look at @ARGV, as if there were none.
 *
 * A request with words is then executed. If many of a script's requests have
 * words, its next zygote stops at that look. Runs in the manager.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_ARGV_H
#define MEHARI_POOL_MANAGER_SCRIPTS_ARGV_H

#include <stdbool.h>
#include <stdint.h>

typedef struct mh_arguments_t {
    uint32_t asked; /* requests; old ones count less */
    uint32_t with;  /* that had words */
    bool vary;      /* a zygote stops at @ARGV */
    bool seen;      /* a zygote has looked, and seen none */
} mh_arguments_t;

/* Counts a request. True if zygotes need not stop at @ARGV any more. */
bool mh_arguments_count(mh_arguments_t *arguments, bool has);

/*
 * A zygote has looked, and a request has words. True if zygotes must stop
 * there.
 */
bool mh_arguments_differ(mh_arguments_t *arguments);

#endif
