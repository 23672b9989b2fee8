/*
 * value.h - the contents of variables, noted deeply, and put back in place.
 *
 * A *container* (scalar, array, hash) keeps its address: whatever referred to
 * it, a glob, a pad, a reference in another variable, refers to it after the
 * run as it did before. What was put into it goes; what was taken out returns.
 */
#ifndef MEHARI_FRESH_VALUE_H
#define MEHARI_FRESH_VALUE_H

#include <EXTERN.h>
#include <perl.h>

#include "fresh/pointers.h"

typedef struct mh_value_t mh_value_t;

typedef struct mh_values_t {
    mh_value_t *list;
    size_t count;
    size_t size;
    mh_pointers_t index; /* container => place in the list */
} mh_values_t;

/*
 * Notes the container and what it leads to, and holds them. What belongs to
 * others (tied things, objects of C code, code, globs) is noted by address.
 */
void mh_values_add(pTHX_ mh_values_t *values, SV *container);

/* What it holds now is what it will hold when it is restored. */
void mh_values_renew(pTHX_ mh_values_t *values, SV *container);

/* Is it noted? And as an object? */
bool mh_values_has(const mh_values_t *values, const SV *container);
bool mh_values_has_object(const mh_values_t *values, const SV *container);

/* Calls the function for each container that is not as it was noted. */
void mh_values_each_changed(pTHX_ const mh_values_t *values,
                            void (*function)(pTHX_ SV *, void *), void *data);

/* Calls the function for each that is noted. */
void mh_values_each(pTHX_ const mh_values_t *values,
                    void (*function)(pTHX_ SV *, void *), void *data);

void mh_values_restore(pTHX_ mh_values_t *values);
void mh_values_free(pTHX_ mh_values_t *values);

/* No magic decides what it holds. NULL is none. */
bool mh_value_is_plain(const SV *container);

/* An empty variable, just as perl makes it for my(). */
bool mh_value_is_blank(const SV *container);

/* Makes it one, as the end of a scope does: magic, blessing and all go. */
void mh_value_blank(pTHX_ SV *sv);

#endif
