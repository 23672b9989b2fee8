/*
 * environ.c - see environ.h.
 *
 * When the kernel starts a program, the words of its command line and its
 * environment lie one after the other in memory. ps and /proc read them there,
 * and perl writes $0 over both. A forked process has the manager's words and
 * environment. So each process makes an area of its own that looks the same,
 * and registers it with the kernel. environ itself points elsewhere, as in
 * perl, which copies it before $0 can overwrite it.
 */
#include "pool/perl/environ/environ.h"

#include <fcntl.h>
#include <linux/prctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "pool/perl/trace/guard.h"
#include "shared/memory.h"
#include "shared/perl/compat.h"

/* Enough for most environments. A larger area is made when it is needed. */
#define PLACE_SIZE (64 * 1024)

static struct {
    char *at;
    size_t size;
    size_t words; /* bytes: argv ends and the environment begins there */
    size_t used;
    char **argv;
    int argc;
    int argv_room;
} place;

/*
 * All fields of the memory map, because the kernel takes the changed ones only
 * with the others.
 */
static struct prctl_mm_map kernel_map;

extern char **environ;

/* Field n of /proc/self/stat. The text begins after the program's name. */
static uint64_t stat_number(const char *numbers, int n)
{
    while (n-- > 3 && numbers)
        if ((numbers = strchr(numbers, ' ')))
            numbers++;
    return numbers ? strtoull(numbers, NULL, 10) : 0;
}

static void read_kernel_map(void)
{
    char text[1024];
    int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
    const char *numbers;

    if (fd >= 0)
        close(fd);
    if (size <= 0)
        return;
    text[size] = 0;
    /* The program chooses its name, which may hold any character. */
    numbers = strrchr(text, ')');
    if (!numbers)
        return;
    numbers += 2;
    kernel_map.start_code = stat_number(numbers, 26);
    kernel_map.end_code = stat_number(numbers, 27);
    kernel_map.start_stack = stat_number(numbers, 28);
    kernel_map.start_data = stat_number(numbers, 45);
    kernel_map.end_data = stat_number(numbers, 46);
    kernel_map.start_brk = stat_number(numbers, 47);
    kernel_map.exe_fd = (__u32)-1;
}

/* If it fails (an old kernel, a filter), ps shows the manager's name. */
static void tell_kernel(void)
{
    if (!kernel_map.start_code)
        read_kernel_map();
    kernel_map.brk = (__u64)(uintptr_t)sbrk(0);
    kernel_map.arg_start = (__u64)(uintptr_t)place.at;
    kernel_map.arg_end = kernel_map.arg_start + place.words;
    kernel_map.env_start = kernel_map.arg_end;
    kernel_map.env_end = kernel_map.arg_start + place.used;
    prctl(PR_SET_MM, PR_SET_MM_MAP, &kernel_map, sizeof(kernel_map), 0);
}

static void make_place(size_t size)
{
    if (size <= place.size)
        return;
    if (place.at)
        munmap(place.at, place.size);
    place.size = size < PLACE_SIZE ? PLACE_SIZE : size;
    place.at = mmap(NULL, place.size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place.at == MAP_FAILED)
        abort();
}

void *mh_environ_area(void)
{
    return place.at;
}

static void add_word(const char *word)
{
    size_t size = strlen(word) + 1;

    memcpy(place.at + place.used, word, size);
    place.argv[place.argc++] = place.at + place.used;
    place.used += size;
}

static void add_words(const mh_environ_words_t *words)
{
    add_word(words->perl);
    if (words->switch_word)
        add_word(words->switch_word);
    add_word(words->script);
    if (words->args)
        for (const char *at = mh_wire_next(words->args, NULL); at;
             at = mh_wire_next(words->args, at))
            add_word(at);
    place.argv[place.argc] = NULL;
    place.words = place.used;
}

static size_t size_of_words(const mh_environ_words_t *words)
{
    return strlen(words->perl) + strlen(words->script) + 3 +
           (words->switch_word ? strlen(words->switch_word) : 0) +
           (words->args ? words->args->size : 0);
}

char **mh_environ_show(const mh_environ_words_t *words,
                       const mh_wire_field_t *list, int *count)
{
    int needed = 4 + (int)(words->args ? mh_wire_count(words->args) : 0);

    make_place(size_of_words(words) + list->size + 1);
    if (needed > place.argv_room) {
        place.argv = mh_grow(place.argv, (size_t)needed * sizeof(char *));
        place.argv_room = needed;
    }
    place.argc = 0;
    place.used = 0;
    add_words(words);
    if (list->size)
        memcpy(place.at + place.used, list->data, list->size);
    place.used += list->size;
    place.at[place.used] = 0;
    tell_kernel();
    *count = place.argc;
    return place.argv;
}

void mh_environ_rename(pTHX_ const mh_environ_words_t *words,
                       const mh_wire_field_t *list)
{
    int count;

    /* Values of perl_parse()'s argv; no public name sets them later. */
    PL_origargv = mh_environ_show(words, list, &count);
    PL_origargc = count;
    PL_origalen = (U32)place.used;
}

static char *copy_string(const char *from)
{
    size_t size = strlen(from) + 1;

    return memcpy(mh_grow(NULL, size), from, size);
}

/* Each string is from malloc(), for perl to free: see my_setenv(). */
static char **copy_list(const mh_wire_field_t *list)
{
    size_t length = mh_wire_count(list);
    char **copy = mh_guard_take_environ(length);
    size_t i = 0;

    if (!copy)
        copy = mh_grow(NULL, (length + 1) * sizeof(char *));
    for (const char *at = mh_wire_next(list, NULL); at;
         at = mh_wire_next(list, at))
        copy[i++] = copy_string(at);
    copy[i] = NULL;
    return copy;
}

void mh_environ_start(const mh_wire_field_t *list)
{
    mh_perl_keeps_environ();
    environ = copy_list(list);
}

/* Length of the variable's name; 0: the string has none, so perl leaves it out.
 */
static I32 name_length(const char *variable)
{
    const char *sign = strchr(variable, '=');

    return sign ? (I32)(sign - variable) : 0;
}

static bool has_variable(const mh_wire_field_t *list, const char *name,
                         size_t length)
{
    for (const char *at = mh_wire_next(list, NULL); at;
         at = mh_wire_next(list, at))
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return true;
    return false;
}

/*
 * Assigns to the existing scalar if possible, because a new one would write to
 * many more pages that are shared with the zygote.
 */
static void set_variable(pTHX_ HV *hash, const char *variable, I32 length)
{
    const char *value = variable + length + 1;
    SV **there = hv_fetch(hash, variable, length, 0);

    if (there && SvTYPE(*there) <= SVt_PVMG && !SvROK(*there) &&
        !SvREADONLY(*there)) {
        sv_setpv(*there, value);
        SvUTF8_off(*there);
    } else {
        (void)hv_store(hash, variable, length, newSVpv(value, 0), 0);
    }
}

static void drop_others(pTHX_ HV *hash, const mh_wire_field_t *list)
{
    HE *entry;

    hv_iterinit(hash);
    while ((entry = hv_iternext(hash))) {
        I32 length;
        const char *name = hv_iterkey(entry, &length);

        if (!has_variable(list, name, (size_t)length))
            (void)hv_delete(hash, name, length, G_DISCARD);
    }
}

/* Variables that nearly every request has. */
static const char *const usual[] = {
    "CONTEXT_DOCUMENT_ROOT", "CONTEXT_PREFIX",
    "DOCUMENT_ROOT",         "GATEWAY_INTERFACE",
    "HTTP_ACCEPT",           "HTTP_HOST",
    "HTTP_USER_AGENT",       "PATH",
    "QUERY_STRING",          "REMOTE_ADDR",
    "REMOTE_PORT",           "REQUEST_METHOD",
    "REQUEST_SCHEME",        "REQUEST_URI",
    "SCRIPT_FILENAME",       "SCRIPT_NAME",
    "SERVER_ADDR",           "SERVER_ADMIN",
    "SERVER_NAME",           "SERVER_PORT",
    "SERVER_PROTOCOL",       "SERVER_SIGNATURE",
    "SERVER_SOFTWARE",
};

void mh_environ_make_room(pTHX)
{
    HV *hash = GvHVn(PL_envgv);

    for (size_t i = 0; i < C_ARRAY_LENGTH(usual); i++)
        if (!hv_exists(hash, usual[i], (I32)strlen(usual[i])))
            (void)hv_store(hash, usual[i], (I32)strlen(usual[i]),
                           newSVpvs("-------------------------------"), 0);
}

/* Returns the number of variables: httpd sends each name once. */
static size_t fill(pTHX_ HV *hash, const mh_wire_field_t *list)
{
    size_t names = 0;

    TAINT;
    for (const char *at = mh_wire_next(list, NULL); at;
         at = mh_wire_next(list, at)) {
        I32 length = name_length(at);

        if (length) {
            set_variable(aTHX_ hash, at, length);
            names++;
        }
    }
    TAINT_NOT;
    return names;
}

/*
 * The old strings of environ are not freed, since that would write to them. The
 * magic of the hash's elements, which changes environ, is for assignments by
 * Perl code, and is not called here.
 */
void mh_environ_replace(pTHX_ const mh_wire_field_t *list)
{
    HV *hash = mh_guard_hash(aTHX);

    if (fill(aTHX_ hash, list) < HvUSEDKEYS(hash))
        drop_others(aTHX_ hash, list);
    environ = copy_list(list);
}
