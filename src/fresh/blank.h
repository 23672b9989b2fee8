/*
 * blank.h - inside value.c and its kin: taking things out of a variable.
 */
#ifndef MEHARI_FRESH_BLANK_H
#define MEHARI_FRESH_BLANK_H

#include "fresh/value.h"

/* Of an array and a hash; some of the bits above mean other things there. */
#define CONTAINER_FLAGS                                                        \
    (SVf_READONLY | SVf_PROTECT | SVs_OBJECT | SVs_GMG | SVs_SMG | SVs_RMG)

/* But for what perl keeps there of any variable: pos(), lengths, weakness. */
bool mh_sv_has_magic(const SV *sv);

/* pos(), with its unit; -1: none. */
typedef struct mh_pos_t {
    SSize_t at;
    U8 unit;
} mh_pos_t;

mh_pos_t mh_sv_pos(const SV *sv);
void mh_sv_set_pos(pTHX_ SV *sv, mh_pos_t pos);

/* A scalar that holds no more than text, numbers or a reference. */
bool mh_sv_is_plain(const SV *sv);

/* As bless() has made it; what its destructor has to do has been done. */
void mh_sv_unbless(pTHX_ SV *sv);

/* Weak references to it become undefined. */
void mh_sv_drop_magic(pTHX_ SV *sv);

/* Weak references to it stay. */
void mh_sv_drop_own_magic(pTHX_ SV *sv);

/* Makes a scalar undefined. */
void mh_sv_blank(pTHX_ SV *sv);

#endif
