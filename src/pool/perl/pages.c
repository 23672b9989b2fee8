/*
 * pages.c - see pages.h.
 */
#include "pool/perl/pages.h"

#include <malloc.h>
#include <sys/random.h>
#include <unistd.h>

#include "shared/compat.h"

/* --- Perl's own free lists --- */

/* Types of the values that even a short script makes. */
static const svtype usual_types[] = { SVt_IV,   SVt_PV,   SVt_PVIV, SVt_PVNV,
                                      SVt_PVMG, SVt_PVAV, SVt_PVHV };

/*
 * perl takes the bodies of scalars from lists of free bodies. These lie
 * anywhere, so each may be on another page. If the list is empty, perl makes a
 * new block of bodies. The old bodies go to the end of that block's list.
 *
 * The heads of scalars stay as they are: global destruction goes through them
 * by address, and a script's objects must end in the usual order.
 */
static void renew_bodies(pTHX_ svtype type)
{
    void *old = PL_body_roots[type];
    void **last;

    PL_body_roots[type] = NULL;
    SvREFCNT_dec(newSV_type(type));
    last = PL_body_roots[type];
    if (!last) {
        PL_body_roots[type] = old;
        return;
    }
    while (*last)
        last = *last;
    *last = old;
}

/* --- malloc()'s --- */

/* malloc() has a list for each size below SMALL, and above it only a few. */
#define SMALL 1024
#define LARGE (64 * 1024)
#define STEP 16

/* Allocates the free memory below the end of the heap, and never gives it back.
 */
static void fill_holes(size_t size, const char *end)
{
    char *taken;

    do
        taken = malloc(size);
    while (taken && taken < end);
    free(taken);
}

static void renew_memory(void)
{
    const char *end = (const char *)sbrk(0) - mallinfo2().keepcost;

    for (size_t size = LARGE; size > SMALL; size /= 2)
        fill_holes(size, end);
    for (size_t size = SMALL; size; size -= STEP)
        fill_holes(size, end);
}

/* Most pages to shift. They count as data, for which a process has a limit. */
#define MOVE_PAGES 1024
#define PAGE 4096

void mh_pages_move(void)
{
    unsigned pages = 0;

    if (getrandom(&pages, sizeof(pages), GRND_NONBLOCK) == sizeof(pages))
        sbrk((intptr_t)(pages % MOVE_PAGES) * PAGE);
    renew_memory();
}

void mh_pages_separate(pTHX)
{
    renew_memory();
    for (size_t i = 0; i < sizeof(usual_types) / sizeof(*usual_types); i++)
        renew_bodies(aTHX_ usual_types[i]);
}
