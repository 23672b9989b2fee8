/*
 * wear.c - see wear.h.
 */
#include "worker/wear.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* Looking costs a few system calls: not after each request. */
#define LOOK_EVERY 16

static mh_pool_numbers_t limits;
static uint64_t served;
static uint64_t first_size; /* after the first request */
static time_t born;
static bool worn;

/* Ten per cent more or less, so that workers do not all end at once. */
static uint64_t spread(uint64_t number)
{
    uint64_t part = number / 5;
    uint64_t bits = 0;

    if (!part || getrandom(&bits, sizeof(bits), GRND_NONBLOCK) < 0)
        return number;
    return number - part / 2 + bits % (part + 1);
}

void mh_wear_begin(const mh_pool_numbers_t *numbers)
{
    limits = *numbers;
    limits.requests = spread(numbers->requests);
    limits.age = spread(numbers->age);
    born = time(NULL);
    served = 0;
    worn = false;
}

/*
 * Bytes of memory that is neither a file's nor shared by name: the second word
 * of statm without the third. What fork() shares is in it, and so stays when
 * it is copied: what is counted is growth.
 */
static uint64_t own_size(void)
{
    unsigned long resident = 0;
    unsigned long files = 0;
    char text[128];
    ssize_t size;
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return 0;
    size = read(fd, text, sizeof(text) - 1);
    close(fd);
    text[size > 0 ? size : 0] = '\0';
    if (sscanf(text, "%*u %lu %lu", &resident, &files) != 2)
        return 0;
    return (uint64_t)(resident - files) * (uint64_t)sysconf(_SC_PAGESIZE);
}

static bool has_grown(void)
{
    uint64_t size;

    if (!limits.growth || (served != 1 && served % LOOK_EVERY))
        return false;
    size = own_size();
    if (served == 1)
        first_size = size;
    return size > first_size + limits.growth;
}

bool mh_wear_count(void)
{
    served++;
    if (worn || (limits.requests && served >= limits.requests))
        return true;
    if (has_grown())
        return true;
    return limits.age && (uint64_t)(time(NULL) - born) >= limits.age;
}

void mh_wear_out(void)
{
    worn = true;
}
