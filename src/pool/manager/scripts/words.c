/*
 * words.c - see words.h.
 */
#include "pool/manager/scripts/words.h"

/* Requests from which something can be told, and after which half is forgotten.
 */
#define ENOUGH 16
#define MANY 256

/* One in so many: the stop then costs less than the executed requests. */
#define OFTEN 16

/* A first request is all that is known. */
bool mh_words_count(mh_words_t *words, bool has)
{
    bool vary = words->vary;

    if (words->asked == MANY) {
        words->asked /= 2;
        words->with /= 2;
    }
    words->asked++;
    words->with += has;
    if (words->asked == 1)
        words->vary = has;
    else if (words->asked >= ENOUGH)
        words->vary = words->with * OFTEN > words->asked;
    return vary && !words->vary;
}

bool mh_words_differ(mh_words_t *words)
{
    words->seen = true;
    return words->vary;
}
