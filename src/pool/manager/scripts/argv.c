/*
 * argv.c - see argv.h.
 */
#include "pool/manager/scripts/argv.h"

/*
 * Requests needed for a decision, and requests after which the counts are
 * halved.
 */
#define ENOUGH 16
#define MANY 256

/*
 * If more than one request in this many has words, a stop at the look costs
 * less than executing these requests.
 */
#define OFTEN 16

/* Until there are enough requests, the first one decides. */
bool mh_arguments_count(mh_arguments_t *arguments, bool has)
{
    bool vary = arguments->vary;

    if (arguments->asked == MANY) {
        arguments->asked /= 2;
        arguments->with /= 2;
    }
    arguments->asked++;
    arguments->with += has;
    if (arguments->asked == 1)
        arguments->vary = has;
    else if (arguments->asked >= ENOUGH)
        arguments->vary = arguments->with * OFTEN > arguments->asked;
    return vary && !arguments->vary;
}

bool mh_arguments_differ(mh_arguments_t *arguments)
{
    arguments->seen = true;
    return arguments->vary;
}
