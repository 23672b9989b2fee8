/*
 * pointers.c - open addressing; nothing is ever taken out.
 */
#include "fresh/pointers.h"

#include <EXTERN.h>
#include <perl.h>

/* Addresses of SVs are multiples of their size: the low bits say nothing. */
static size_t place_of(const mh_pointers_t *pointers, const void *address)
{
    size_t at = ((size_t)address >> 3) * 0x9E3779B97F4A7C15U >> 20;

    for (;; at++) {
        const void *there;

        at &= pointers->size - 1;
        there = pointers->places[at].address;
        if (!there || there == address)
            return at;
    }
}

static void grow(mh_pointers_t *pointers)
{
    mh_pointers_t old = *pointers;

    pointers->size = old.size ? 2 * old.size : 64;
    Newxz(pointers->places, pointers->size, struct mh_pointer_t);
    for (size_t i = 0; i < old.size; i++)
        if (old.places[i].address)
            pointers->places[place_of(pointers, old.places[i].address)] =
                old.places[i];
    Safefree(old.places);
}

void mh_pointers_add(mh_pointers_t *pointers, const void *address,
                     size_t number)
{
    size_t at;

    if (2 * pointers->count >= pointers->size)
        grow(pointers);
    at = place_of(pointers, address);
    if (pointers->places[at].address)
        return;
    pointers->places[at].address = address;
    pointers->places[at].number = number;
    pointers->count++;
}

const size_t *mh_pointers_find(const mh_pointers_t *pointers,
                               const void *address)
{
    size_t at;

    if (!pointers->size)
        return NULL;
    at = place_of(pointers, address);
    return pointers->places[at].address ? &pointers->places[at].number : NULL;
}

void mh_pointers_set(mh_pointers_t *pointers, const void *address,
                     size_t number)
{
    if (pointers->size)
        pointers->places[place_of(pointers, address)].number = number;
}

void mh_pointers_clear(mh_pointers_t *pointers)
{
    Safefree(pointers->places);
    *pointers = (mh_pointers_t){ 0 };
}
