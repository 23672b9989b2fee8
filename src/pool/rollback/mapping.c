/*
 * mapping.c - see mapping.h.
 */
#include "pool/rollback/mapping.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

#include "pool/rollback/raw.h"

#define NO_LIST "the list of mappings cannot be read"

typedef struct mh_reader_t {
    int fd;
    char *buffer;
    size_t room;
    size_t used;
    size_t next;
} mh_reader_t;

/* The next line, without its end; a longer one is cut. NULL: after the last. */
static char *read_line(mh_reader_t *reader)
{
    for (bool cut = false;;) {
        char *line = reader->buffer + reader->next;
        size_t left = reader->used - reader->next;
        char *end = memchr(line, '\n', left);
        long count;

        if (end) {
            *end = 0;
            reader->next = (size_t)(end - reader->buffer) + 1;
            if (!cut)
                return line;
            cut = false;
            continue;
        }
        memmove(reader->buffer, line, left);
        reader->next = 0;
        reader->used = left;
        if (left == reader->room) {
            cut = true;
            reader->used = 0;
        }
        count = mh_raw3(SYS_read, reader->fd,
                        mh_raw_pointer(reader->buffer + reader->used),
                        (long)(reader->room - reader->used));
        if (count <= 0)
            return NULL;
        reader->used += (size_t)count;
    }
}

static uint64_t read_number(const char **at, unsigned base)
{
    uint64_t number = 0;

    for (;; ++*at) {
        unsigned digit = **at >= '0' && **at <= '9' ? (unsigned)(**at - '0')
                         : **at >= 'a' && **at <= 'f'
                             ? (unsigned)(**at - 'a' + 10)
                             : 16;

        if (digit >= base)
            return number;
        number = number * base + digit;
    }
}

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* Reads the last column. */
static void read_name(mh_mapping_t *mapping, const char *name)
{
    mapping->stack = starts(name, "[stack");
    /* vdso, vvar, vsyscall; those who watch a process from outside */
    mapping->kernel = starts(name, "[v") || starts(name, "[uprobes");
    mapping->odd = starts(name, "/[aio]") ||
                   (starts(name, "/dev/") && !starts(name, "/dev/shm/")) ||
                   starts(name, "anon_inode:") || starts(name, "/anon_huge");
    /* Private zeros may be mapped this way. */
    if (starts(name, "/dev/zero"))
        mapping->odd = mapping->shared;
}

/* 55d0-55d8 rw-p 00001000 fd:01 1234   /path */
static void read_mapping(const char *line, mh_mapping_t *mapping)
{
    uint64_t major;
    uint64_t minor;

    memset(mapping, 0, sizeof(*mapping));
    mapping->start = read_number(&line, 16);
    if (*line++ != '-')
        return;
    mapping->end = read_number(&line, 16);
    if (*line++ != ' ' || strlen(line) < 5)
        return;
    mapping->access = (uint8_t)((line[0] == 'r' ? PROT_READ : 0) |
                                (line[1] == 'w' ? PROT_WRITE : 0) |
                                (line[2] == 'x' ? PROT_EXEC : 0));
    mapping->shared = line[3] != 'p';
    line += 5;
    mapping->offset = read_number(&line, 16);
    line++;
    major = read_number(&line, 16);
    line++;
    minor = read_number(&line, 16);
    line++;
    mapping->file = read_number(&line, 10);
    if (mapping->file)
        mapping->file ^= major << 52 ^ minor << 40;
    else
        mapping->offset = 0;
    while (*line == ' ')
        line++;
    read_name(mapping, line);
}

/* Rss:                 24 kB */
static bool has_pages(const char *line)
{
    line += strcspn(line, "0123456789");
    return read_number(&line, 10) != 0;
}

/*
 * VmFlags: rd wr mr mw me ac sd. A mapping of a file that was opened for
 * reading has no sh, though it is shared: nothing makes it writable any more.
 */
static void read_marks(const char *line, mh_mapping_t *mapping)
{
    for (const char *at = strchr(line, ' '); at; at = strchr(at + 1, ' ')) {
        mapping->through |= starts(at, " sh");
        mapping->locked |= starts(at, " lo");
        mapping->wiped |= starts(at, " wf");
        mapping->alone |= starts(at, " dc");
        mapping->dropped |= starts(at, " dp");
        mapping->odd |= starts(at, " ht") || starts(at, " pf") ||
                        starts(at, " io") || starts(at, " gu");
    }
}

/* True if the line begins a mapping; others of smaps begin with a capital. */
static bool begins_mapping(const char *line)
{
    return strchr("0123456789abcdef", *line) != NULL;
}

const char *mh_mappings_each(char *buffer, size_t size, bool marks,
                             bool (*each)(void *context,
                                          const mh_mapping_t *mapping),
                             void *context)
{
    const char *name = marks ? "/proc/self/smaps" : "/proc/self/maps";
    long fd = mh_raw6(SYS_openat, AT_FDCWD, mh_raw_pointer(name),
                      O_RDONLY | O_CLOEXEC, 0, 0, 0);
    mh_reader_t reader = { (int)fd, buffer, size - 1, 0, 0 };
    mh_mapping_t mapping = { 0 };
    bool more = true;
    bool any = false;
    char *line;

    if (fd < 0)
        return NO_LIST;
    while (more && (line = read_line(&reader))) {
        bool ends = !marks || starts(line, "VmFlags:");

        if (begins_mapping(line))
            read_mapping(line, &mapping);
        else if (ends)
            read_marks(line, &mapping);
        else if (starts(line, "Rss:") || starts(line, "Swap:"))
            mapping.filled |= has_pages(line);
        if (ends)
            more = each(context, &mapping);
        any |= ends;
    }
    mh_raw3(SYS_close, fd, 0, 0);
    return any ? NULL : NO_LIST;
}

uint32_t mh_mapping_find(const mh_mapping_list_t *list, uintptr_t address)
{
    uint32_t low = 0;
    uint32_t high = list->count;

    while (low < high) {
        uint32_t middle = (low + high) / 2;

        if (list->at[middle].end > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

bool mh_mapping_next_page(const mh_mapping_list_t *list, mh_page_t *page)
{
    const mh_mapping_t *end = list->at + list->count;
    const mh_mapping_t *next = page->mapping ? page->mapping + 1 : list->at;

    page->address += MH_PAGE;
    page->number++;
    if (page->mapping && page->address < page->mapping->end)
        return true;
    while (next < end && !mh_mapping_is_put_back(next))
        next++;
    if (next == end)
        return false;
    page->mapping = next;
    page->address = next->start;
    page->number = next->first;
    return true;
}
