/*
 * elf.c - see elf.h.
 */
#include "pool/perl/trace/libc.h"

#include "pool/perl/trace/elf.h"

#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pool/perl/trace/trap.h"

#define UNSEEN                                                                 \
    "loads %s, whose system calls without libc this kernel does not report"

#define TRUSTED_MAX 16

static struct {
    bool searched;
    char folder[PATH_MAX]; /* real, libc's */
    mh_elf_range_t libc;
    mh_elf_range_t trusted[TRUSTED_MAX];
    size_t count;
    size_t looked; /* of the list's first objects, is known: */
    unsigned long long removed;
    char calling[PATH_MAX]; /* one that may call the kernel itself */
} objects;

/* --- objects that may call the kernel --- */

/* glibc before 2.34 has threads in a library of its own. */
static bool is_part_of_libc(const char *name)
{
    static const char *const parts[] = { "ld-", "ld.so", "linux-vdso.",
                                         "libpthread", "librt.",
                                         /* sanitizers */
                                         "libasan", "libubsan", "liblsan",
                                         "libtsan" };

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (strncmp(name, parts[i], strlen(parts[i])) == 0)
            return true;
    return false;
}

/* musl has one file for libc and ld.so. */
static bool is_libc(const char *name)
{
    return strncmp(name, "libc.so", 7) == 0 || strncmp(name, "libc-", 5) == 0 ||
           strncmp(name, "ld-musl", 7) == 0;
}

static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* The program itself has no name. */
static bool is_trusted(const char *path)
{
    const char *name = last_name(path);

    return !*name || is_libc(name) || is_part_of_libc(name);
}

static bool is_code(const ElfW(Phdr) * part)
{
    return part->p_type == PT_LOAD && part->p_flags & PF_X;
}

static mh_elf_range_t code_of(const struct dl_phdr_info *object)
{
    mh_elf_range_t range = { 0, 0 };

    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];

        if (!is_code(part))
            continue;
        range.from = object->dlpi_addr + part->p_vaddr;
        range.to = range.from + part->p_memsz;
    }
    return range;
}

/* False: the path leads nowhere. */
static bool find_folder(const char *path, char *folder)
{
    char *slash;

    if (!realpath(path, folder))
        return false;
    slash = strrchr(folder, '/');
    *slash = '\0';
    return true;
}

static int take(struct dl_phdr_info *object, size_t size, void *context)
{
    const char *path = object->dlpi_name;

    if (is_libc(last_name(path))) {
        objects.libc = code_of(object);
        if (!find_folder(path, objects.folder))
            objects.folder[0] = '\0';
    } else if (is_trusted(path) && objects.count < TRUSTED_MAX)
        objects.trusted[objects.count++] = code_of(object);
    return 0;
}

static void search(void)
{
    mh_pause_t pause;

    if (objects.searched)
        return;
    pause = mh_trace_pause();
    dl_iterate_phdr(take, NULL);
    mh_trace_resume(pause);
    objects.searched = true;
}

bool mh_elf_is_in(mh_elf_range_t range, const void *at)
{
    return (uintptr_t)at >= range.from && (uintptr_t)at < range.to;
}

mh_elf_range_t mh_elf_libc(void)
{
    search();
    return objects.libc;
}

bool mh_elf_may_call(const void *code)
{
    search();
    for (size_t i = 0; i < objects.count; i++)
        if (mh_elf_is_in(objects.trusted[i], code))
            return true;
    return mh_elf_is_in(objects.libc, code);
}

/* --- instructions that call the kernel --- */

#if defined(__x86_64__)

/* An instruction may begin at any byte. */
static bool has_call(const unsigned char *code, size_t size)
{
    for (size_t i = 0; i + 1 < size; i++)
        switch (code[i] << 8 | code[i + 1]) {
        case 0x0f05: /* syscall */
        case 0x0f34: /* sysenter */
        case 0xcd80: /* int $0x80 */
            return true;
        default:
            break;
        }
    return false;
}

#elif defined(__aarch64__)

/* The clock is not trapped here either: CNTPCT_EL0, CNTVCT_EL0, CNTVCTSS_EL0.
 */
static bool calls(uint32_t instruction)
{
    switch (instruction & 0xffffffe0) {
    case 0xd53be020:
    case 0xd53be040:
    case 0xd53be0c0:
        return true;
    default:
        return (instruction & 0xffe0001f) == 0xd4000001; /* svc */
    }
}

static bool has_call(const unsigned char *code, size_t size)
{
    uint32_t instruction;

    for (size_t i = 0; i + sizeof(instruction) <= size;
         i += sizeof(instruction)) {
        memcpy(&instruction, code + i, sizeof(instruction));
        if (calls(instruction))
            return true;
    }
    return false;
}

#else

static bool has_call(const unsigned char *code, size_t size)
{
    return size > 0;
}

#endif

/* A file that is not whole cannot be loaded. */
static bool image_has_call(const char *image, size_t size)
{
    const ElfW(Ehdr) *head = (const void *)image;
    const ElfW(Phdr) * part;

    if (size < sizeof(*head) || memcmp(image, ELFMAG, SELFMAG) != 0 ||
        head->e_phoff > size ||
        (size - head->e_phoff) / sizeof(*part) < head->e_phnum)
        return false;
    part = (const void *)(image + head->e_phoff);
    for (int i = 0; i < head->e_phnum; i++)
        if (is_code(&part[i]) && part[i].p_offset <= size &&
            part[i].p_filesz <= size - part[i].p_offset &&
            has_call((const unsigned char *)image + part[i].p_offset,
                     part[i].p_filesz))
            return true;
    return false;
}

static bool file_has_call(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    void *image = MAP_FAILED;
    bool has = false;

    if (fd >= 0 && fstat(fd, &status) == 0 && status.st_size > 0)
        image = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd,
                     0);
    if (image != MAP_FAILED) {
        has = image_has_call(image, (size_t)status.st_size);
        munmap(image, (size_t)status.st_size);
    }
    if (fd >= 0)
        close(fd);
    return has;
}

/* --- objects whose calls nobody sees --- */

/* Debian before 12 may have libc in /lib, and libraries in /usr/lib. */
static bool is_beside_libc(const char *folder)
{
    static const char usr[] = "/usr";
    const size_t length = sizeof(usr) - 1;

    return strcmp(folder, objects.folder) == 0 ||
           (strncmp(folder, usr, length) == 0 &&
            strcmp(folder + length, objects.folder) == 0);
}

static bool is_systems(const char *path)
{
    char folder[PATH_MAX];

    return (objects.folder[0] && find_folder(path, folder) &&
            is_beside_libc(folder)) ||
           mh_trace_is_perls(path);
}

static bool may_call(const char *path)
{
    return !is_trusted(path) && !is_systems(path) && file_has_call(path);
}

void mh_elf_before_load(const char *path)
{
    mh_pause_t pause;
    bool unseen;

    if (mh_trap_sees_calls())
        return;
    pause = mh_trace_pause();
    search();
    unseen = may_call(path);
    mh_trace_resume(pause);
    if (unseen)
        mh_trace_unshareable(UNSEEN, path);
}

/* The list has objects in the order in which they were loaded. */
static int look_at(struct dl_phdr_info *object, size_t size, void *context)
{
    size_t *at = context;

    if (object->dlpi_subs != objects.removed)
        objects.looked = 0;
    objects.removed = object->dlpi_subs;
    if ((*at)++ >= objects.looked && may_call(object->dlpi_name))
        snprintf(objects.calling, sizeof(objects.calling), "%s",
                 object->dlpi_name);
    return 0;
}

const char *mh_elf_calling(void)
{
    mh_pause_t pause = mh_trace_pause();
    size_t count = 0;

    search();
    dl_iterate_phdr(look_at, &count);
    objects.looked = count;
    mh_trace_resume(pause);
    return objects.calling[0] ? objects.calling : NULL;
}

/* The objects of a base are looked at here, for all its forks. */
const char *mh_elf_unseen(void)
{
    static char text[PATH_MAX + sizeof(UNSEEN)];
    const char *calling = mh_elf_calling();

    if (!calling || mh_trap_sees_calls())
        return NULL;
    snprintf(text, sizeof(text), UNSEEN, calling);
    return text;
}
