/*
 * words.h - the words of a script's requests (`?one+two`), which few have: a
 * zygote may go on behind a look at @ARGV, as if there were none.
 *
 * A request with words is then executed. If many of a script's requests have
 * words, its next zygote stops at that look. Runs in the manager.
 */
#ifndef MEHARI_POOL_MANAGER_SCRIPTS_WORDS_H
#define MEHARI_POOL_MANAGER_SCRIPTS_WORDS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct mh_words_t {
    uint32_t asked; /* requests, less those of long ago */
    uint32_t with;  /* that had words */
    bool vary;      /* a zygote stops at @ARGV */
    bool seen;      /* a zygote has looked, and seen none */
} mh_words_t;

/* Counts a request. True: zygotes shall stop no more. */
bool mh_words_count(mh_words_t *words, bool has);

/* A zygote has looked, and a request has words. True: zygotes shall stop. */
bool mh_words_differ(mh_words_t *words);

#endif
