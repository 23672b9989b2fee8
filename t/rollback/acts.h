/*
 * acts.h - acts of a run on its memory and its process, for tests of
 * src/pool/rollback. The next run must not find any trace of an act.
 */
#ifndef MEHARI_ROLLBACK_ACTS_H
#define MEHARI_ROLLBACK_ACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the prepared mappings: whole pages. */
#define ACT_BYTES (64 * 4096UL)
#define ACT_BLOCKS 256

/* The memory at the checkpoint. */
typedef struct act_ground_t {
    char *plain;             /* private, anonymous, written */
    char *empty;             /* the same, never touched */
    char *fixed;             /* read-only, written before */
    char *file;              /* a private file, writable */
    char *wiped;             /* MADV_WIPEONFORK, or NULL */
    char *dropped;           /* MAP_DROPPABLE, or NULL */
    char *block[ACT_BLOCKS]; /* of malloc() */
    size_t size[ACT_BLOCKS];
} act_ground_t;

typedef struct act_t {
    const char *name;
    void (*run)(void);
    bool loses; /* the template may be given up */
    bool ends;  /* the run does not end well by itself */
} act_t;

extern act_ground_t act_ground;
extern const act_t act_table[];
extern const size_t act_count;
/* acts_ends.c */
extern const act_t act_ends[];
extern const size_t act_ends_count;

static inline const act_t *act_number(size_t number)
{
    return number < act_count ? &act_table[number]
                              : &act_ends[number - act_count];
}

/* Call it once, before the checkpoint. */
void act_prepare(void);
/* NULL, or which memory is not as act_prepare() has left it. */
const char *act_memory(void);
/* Call it at the beginning of a run. NULL, or what is not as it was. */
const char *act_look(void);

/* Random numbers: the same ones for the same seed. */
void act_seed(uint64_t seed);
uint64_t act_random(uint64_t below);

#endif
