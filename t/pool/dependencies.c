/*
 * dependencies.c - the program for t/pool/dependencies.t: reads commands, and
 * answers each in a line.
 *
 *   look OWNER KIND PATH   as compile-time code would: what was seen
 *   add OWNER              what was looked at since the last add: 0 or errno
 *   list OWNER TEXT        adds a list of one string, made by hand
 *   remove OWNER
 *   drain                  the owners of which something has changed
 *   check OWNER            the same, when it was looked at what gives no event
 *   watches                how many the kernel has
 *
 * With the argument `stat`, inotify is not used.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pool/manager/watch/dependencies.h"
#include "shared/wire/files.h"

static char list[1 << 20];
static size_t used;
static int fd = -1;

static void look(uint64_t owner, char kind, const char *path)
{
    struct stat status;
    int failed = kind == 'l' ? lstat(path, &status) : stat(path, &status);
    size_t size = mh_file_write(list + used, (mh_file_kind_e)kind,
                                failed ? NULL : &status, path, mh_file_clock());

    printf("%.16s\n", size ? list + used + 1 : "no entry");
    used += size;
    (void)owner;
}

static void add(uint64_t owner)
{
    mh_wire_field_t field = { list, (uint32_t)used };

    printf("%d\n", mh_dependencies_add(owner, &field));
    used = 0;
}

static void add_text(uint64_t owner, const char *text)
{
    mh_wire_field_t field = { text, (uint32_t)strlen(text) + 1 };

    printf("%d\n", mh_dependencies_add(owner, &field));
}

static void changed(void *context, uint64_t owner)
{
    *(int *)context += 1;
    printf(" %d", (int)owner);
}

static void drain(void)
{
    int count = 0;

    fputs("changed", stdout);
    mh_dependencies_drain(changed, &count);
    putchar('\n');
}

static void watches(void)
{
    char line[256];
    int count = 0;
    FILE *file;

    snprintf(line, sizeof(line), "/proc/self/fdinfo/%d", fd);
    file = fopen(line, "r");
    while (file && fgets(line, sizeof(line), file))
        count += !strncmp(line, "inotify ", 8);
    if (file)
        fclose(file);
    printf("%d\n", count);
}

static void obey(char *line)
{
    char word[16];
    unsigned owner = 0;
    int at = 0;

    line[strcspn(line, "\n")] = '\0';
    if (sscanf(line, "%15s %u %n", word, &owner, &at) < 1)
        return;
    if (!strcmp(word, "look"))
        look(owner, line[at], line + at + 2);
    else if (!strcmp(word, "add"))
        add(owner);
    else if (!strcmp(word, "list"))
        add_text(owner, line + at);
    else if (!strcmp(word, "drain"))
        drain();
    else if (!strcmp(word, "check")) {
        mh_dependencies_look(owner);
        drain();
    } else if (!strcmp(word, "watches"))
        watches();
    else if (!strcmp(word, "remove")) {
        mh_dependencies_remove(owner);
        puts("removed");
    }
}

int main(int argc, char **argv)
{
    static char line[2 * PATH_MAX];

    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc < 2 || strcmp(argv[1], "stat") != 0)
        fd = mh_dependencies_open();
    while (fgets(line, sizeof(line), stdin))
        obey(line);
    return 0;
}
