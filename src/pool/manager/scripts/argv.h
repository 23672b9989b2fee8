/*
 * argv.h - the words of a script's requests (`?one+two`). Few requests have
 * words, so a zygote may go on after a look at @ARGV, as if there were none.
 *
 * A request with words is then executed. If many of a script's requests have
 * words, its next zygote stops at that look. Runs in the manager.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_ARGV_H
#define MEHARI_POOL_MANAGER_SCRIPTS_ARGV_H

#include <stdbool.h>
#include <stdint.h>

typedef struct mh_arguments_t {
    uint32_t asked; /* number of requests; old ones count less */
    uint32_t with;  /* number of those that had words */
    bool vary;      /* zygotes stop at a look at @ARGV */
    bool seen;      /* a zygote has looked, and seen no words */
} mh_arguments_t;

/* Counts a request. Returns true if zygotes need not stop at @ARGV any more. */
bool mh_arguments_count(mh_arguments_t *arguments, bool has);

/*
 * Notes that a zygote has looked at @ARGV, and that a request has words.
 * Returns true if zygotes must stop at the look.
 */
bool mh_arguments_differ(mh_arguments_t *arguments);

#endif
