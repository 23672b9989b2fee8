/*
 * obstacle.c - see obstacle.h.
 */
#include "pool/manager/modes/obstacle.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define MARK "\xEF\xBB\xBF"

/* The first line, without its end. False: it cannot be read. */
static int read_line(const char *script, char *line, size_t size)
{
    int fd = open(script, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, line, size - 1);

    if (fd >= 0)
        close(fd);
    if (got < 0)
        return 0;
    line[got] = '\0';
    line[strcspn(line, "\n")] = '\0';
    return 1;
}

/* The carriage return belongs to the interpreter's name only at its end. */
static int ends_in_return(const char *line)
{
    const char *name = line + 2 + strspn(line + 2, " \t");
    size_t length = strcspn(name, " \t");

    return length && name[length - 1] == '\r';
}

const char *mh_obstacle(const char *script, int error)
{
    char line[256];

    if (error == EACCES && access(script, X_OK))
        return "it is not executable [MH4321]";
    if (!read_line(script, line, sizeof(line)))
        return "";
    if (!strncmp(line, MARK, strlen(MARK)))
        return "it begins with a byte order mark [MH4324]";
    if (strncmp(line, "#!", 2) != 0)
        return error == ENOEXEC ? "it has no #! line [MH4322]" : "";
    if (error == ENOENT && ends_in_return(line))
        return "it has Windows line ends [MH4323]";
    if (error == ENOENT)
        return "its interpreter does not exist [MH4325]";
    if (error == EACCES || error == ENOEXEC)
        return "its interpreter cannot be executed [MH4326]";
    return "";
}
