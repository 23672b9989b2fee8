/*
 * descriptors.c - see descriptors.h.
 */
#include "descriptors.h"

#include <unistd.h>

static bool used;
static char buffer[AP_IOBUFSIZE];
static size_t filled;

void mh_descriptors_use(void)
{
    used = true;
}

bool mh_descriptors_used(void)
{
    return used;
}

static IV write_all(const char *data, size_t length)
{
    while (length) {
        ssize_t written = write(STDOUT_FILENO, data, length);

        if (written < 0 && errno != EINTR)
            return -1;
        if (written > 0) {
            data += written;
            length -= (size_t)written;
        }
    }
    return 0;
}

IV mh_descriptors_flush(void)
{
    size_t length = filled;

    filled = 0;
    return write_all(buffer, length);
}

SSize_t mh_descriptors_write(const void *data, Size_t length)
{
    if (length > sizeof(buffer) - filled && mh_descriptors_flush() != 0)
        return -1;
    if (length > sizeof(buffer))
        return write_all(data, length) == 0 ? (SSize_t)length : -1;
    memcpy(buffer + filled, data, length);
    filled += length;
    return (SSize_t)length;
}

SSize_t mh_descriptors_read(void *to, Size_t length)
{
    ssize_t got;

    do {
        got = read(STDIN_FILENO, to, length);
    } while (got < 0 && errno == EINTR);
    return got;
}
