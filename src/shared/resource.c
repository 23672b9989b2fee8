/*
 * resource.c - see resource.h.
 */
#include "shared/resource.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>

/* Units of a number, which decide about the letters that may follow it. */
typedef enum { COUNT, BYTES, SECONDS } unit_e;

static const struct {
    const char *name;
    int number;
    unit_e unit;
} resources[] = {
    { "AS", RLIMIT_AS, BYTES },
    { "CORE", RLIMIT_CORE, BYTES },
    { "CPU", RLIMIT_CPU, SECONDS },
    { "DATA", RLIMIT_DATA, BYTES },
    { "FSIZE", RLIMIT_FSIZE, BYTES },
    { "LOCKS", RLIMIT_LOCKS, COUNT },
    { "MEMLOCK", RLIMIT_MEMLOCK, BYTES },
    { "MSGQUEUE", RLIMIT_MSGQUEUE, BYTES },
    { "NICE", RLIMIT_NICE, COUNT },
    { "NOFILE", RLIMIT_NOFILE, COUNT },
    { "NPROC", RLIMIT_NPROC, COUNT },
    { "RSS", RLIMIT_RSS, BYTES },
    { "RTPRIO", RLIMIT_RTPRIO, COUNT },
    { "RTTIME", RLIMIT_RTTIME, COUNT },
    { "SIGPENDING", RLIMIT_SIGPENDING, COUNT },
    { "STACK", RLIMIT_STACK, BYTES },
};

_Static_assert(sizeof(resources) / sizeof(resources[0]) == MH_RESOURCES,
               "a row for each resource");

/* Factor of a letter after a number of that unit; 0: the letter is not allowed.
 */
static uint64_t factor(unit_e unit, char letter)
{
    static const struct {
        unit_e unit;
        char letter;
        uint64_t factor;
    } letters[] = {
        { BYTES, 'k', 1 << 10 }, { BYTES, 'm', 1 << 20 },
        { BYTES, 'g', 1 << 30 }, { SECONDS, 's', 1 },
        { SECONDS, 'm', 60 },    { SECONDS, 'h', 3600 },
    };

    for (size_t i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
        if (letters[i].unit == unit &&
            letters[i].letter == tolower((unsigned char)letter))
            return letters[i].factor;
    return 0;
}

static bool read_value(const char *text, size_t length, unit_e unit,
                       uint64_t *value)
{
    static const char unlimited[] = "unlimited";
    uint64_t times = 1;
    char *end;

    if (length == sizeof(unlimited) - 1 &&
        !strncasecmp(text, unlimited, length)) {
        *value = RLIM_INFINITY;
        return true;
    }
    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *value = strtoull(text, &end, 10);
    if (end < text + length)
        times = factor(unit, *end++);
    if (errno || end != text + length || !times ||
        *value > (UINT64_MAX >> 1) / times)
        return false;
    *value *= times;
    return true;
}

static const char *set(mh_resource_limits_t *limits, size_t i,
                       const char *value)
{
    size_t first = strcspn(value, ":");
    const char *hard = value[first] ? value + first + 1 : value;
    unit_e unit = resources[i].unit;

    if (!read_value(value, first, unit, &limits->of[i].soft) ||
        !read_value(hard, strlen(hard), unit, &limits->of[i].hard))
        return "a limit is a number such as 100, 64M or 5m, or unlimited; two "
               "of them, SOFT:HARD, may be given";
    if (limits->of[i].soft > limits->of[i].hard)
        return "the soft limit is above the hard one";
    limits->of[i].set = 1;
    return NULL;
}

const char *mh_resource_set(mh_resource_limits_t *limits, const char *text)
{
    size_t length = strcspn(text, "=");

    for (size_t i = 0; text[length] && i < MH_RESOURCES; i++)
        if (strlen(resources[i].name) == length &&
            !strncasecmp(resources[i].name, text, length))
            return set(limits, i, text + length + 1);
    return "RESOURCE=SOFT[:HARD] is needed; the resources are AS, CORE, CPU, "
           "DATA, FSIZE, LOCKS, MEMLOCK, MSGQUEUE, NICE, NOFILE, NPROC, RSS, "
           "RTPRIO, RTTIME, SIGPENDING and STACK";
}

static void lower(uint64_t *limit, uint64_t most)
{
    if (*limit != UINT64_MAX && *limit > most)
        *limit = most;
}

void mh_resource_lower_cpu(uint64_t limits[2], const mh_resource_limits_t *pool)
{
    for (size_t i = 0; i < MH_RESOURCES; i++)
        if (resources[i].number == RLIMIT_CPU && pool->of[i].set) {
            lower(&limits[0], pool->of[i].soft);
            lower(&limits[1], pool->of[i].hard);
        }
}

bool mh_resource_allow(const mh_resource_limits_t *limits)
{
    for (size_t i = 0; i < MH_RESOURCES; i++) {
        struct rlimit own;

        if (!limits->of[i].set)
            continue;
        if (getrlimit(resources[i].number, &own))
            return false;
        if (limits->of[i].hard <= own.rlim_max)
            continue;
        own.rlim_max = limits->of[i].hard;
        if (setrlimit(resources[i].number, &own))
            return false;
    }
    return true;
}

void mh_resource_expect(const mh_resource_limits_t *limits,
                        struct rlimit *table)
{
    for (size_t i = 0; i < MH_RESOURCES; i++)
        if (limits->of[i].set)
            table[resources[i].number] = (struct rlimit){ limits->of[i].soft,
                                                          limits->of[i].hard };
}

const char *mh_resource_apply(const mh_resource_limits_t *limits)
{
    const char *failed = NULL;

    for (size_t i = 0; i < MH_RESOURCES; i++) {
        struct rlimit wanted = { limits->of[i].soft, limits->of[i].hard };

        if (limits->of[i].set && setrlimit(resources[i].number, &wanted))
            failed = resources[i].name;
    }
    return failed;
}
