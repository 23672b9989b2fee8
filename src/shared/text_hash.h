/*
 * text_hash.h - a hash of a short text, for tables that are searched once a
 * request: eight bytes at a time, with the multiplier of Fibonacci hashing
 * (Knuth, The Art of Computer Programming, volume 3, section 6.4). It is not
 * for keys chosen by an attacker who wants collisions.
 */
#ifndef MEHARI_SHARED_TEXT_HASH_H
#define MEHARI_SHARED_TEXT_HASH_H

#include <stdint.h>
#include <string.h>

static inline uint64_t mh_text_hash_part(uint64_t hash, uint64_t part)
{
    hash = (hash ^ part) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

static inline uint64_t mh_text_hash(const char *text)
{
    size_t length = strlen(text);
    uint64_t hash = length;
    uint64_t part;

    for (; length >= sizeof(part); length -= sizeof(part)) {
        memcpy(&part, text, sizeof(part));
        hash = mh_text_hash_part(hash, part);
        text += sizeof(part);
    }
    part = 0;
    memcpy(&part, text, length);
    return mh_text_hash_part(hash, part);
}

#endif
