/*
 * main.c - feeds a parser.
 *
 *   fuzz TARGET <FILE                       as afl-fuzz runs it
 *   fuzz TARGET FILE...                     each of them
 *   fuzz TARGET mutate COUNT SEED FILE...   each, and COUNT changes of it
 *   fuzz TARGET example DIR                 writes seeds, if it has any
 *
 * The same SEED makes the same changes. An input that crashes the program is
 * kept in crash-TARGET.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

#define INPUT_MAX (128 * 1024)

static const struct target_t {
    const char *name;
    mh_fuzz_feed_t *feed;
    mh_fuzz_example_t *example; /* NULL: fuzz/seeds writes them */
} targets[] = {
    { "wire", mh_fuzz_wire, NULL },
    { "definition", mh_fuzz_definition, mh_fuzz_definition_example },
    { "request", mh_fuzz_request, NULL },
    { "files", mh_fuzz_files, NULL },
    { "site_files", mh_fuzz_site_files, NULL },
    { "shebang", mh_fuzz_shebang, NULL },
    { "serve", mh_fuzz_serve, mh_fuzz_serve_example },
    { "answer", mh_fuzz_answer, mh_fuzz_answer_example },
    { "status", mh_fuzz_status, mh_fuzz_status_example },
    { "text", mh_fuzz_text, mh_fuzz_text_example },
    { "form", mh_fuzz_form, NULL },
    { "cookie", mh_fuzz_cookie, NULL },
    { "multipart", mh_fuzz_multipart, NULL },
};

#define TARGETS (sizeof(targets) / sizeof(targets[0]))

static const struct target_t *target;
static char *current; /* the input that is being fed */
static size_t current_size;
static uint64_t state; /* of the random numbers */

#ifdef __AFL_FUZZ_TESTCASE_LEN
__AFL_FUZZ_INIT();
#endif

/* Default options of this program's sanitizers. */
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

const char *__asan_default_options(void)
{
    return "abort_on_error=1:handle_abort=0";
}

const char *__ubsan_default_options(void)
{
    return "print_stacktrace=1:halt_on_error=1:abort_on_error=1";
}

void mh_fuzz_expect(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s: it does not hold that %s\n", target->name, what);
    abort();
}

/* Written before the parser runs, because the input may crash the process. */
static void save(int number)
{
    char name[64] = "crash-";
    int fd;

    if (!current)
        _exit(3);
    strncat(name, target->name, sizeof(name) - sizeof("crash-"));
    fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0 || write(fd, current, current_size) != (ssize_t)current_size)
        _exit(3);
    signal(number, SIG_DFL);
    raise(number);
}

static void feed(const char *data, size_t size)
{
    current = malloc(size ? size : 1);
    if (!current)
        abort();
    memcpy(current, data, size);
    current_size = size;
    target->feed(current, size);
    free(current);
    current = NULL;
}

static size_t read_all(int fd, char *buffer)
{
    size_t used = 0;
    ssize_t got = 1;

    while (got > 0 && used < INPUT_MAX) {
        got = read(fd, buffer + used, INPUT_MAX - used);
        used += got > 0 ? (size_t)got : 0;
    }
    return used;
}

static size_t read_file(const char *name, char *buffer)
{
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    size_t size;

    if (fd < 0) {
        perror(name);
        exit(2);
    }
    size = read_all(fd, buffer);
    close(fd);
    return size;
}

/* --- changes ------------------------------------------------------------ */

/* xorshift64: the same everywhere, unlike rand(). */
static size_t below(size_t bound)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return bound ? (size_t)(state % bound) : 0;
}

static void change_bytes(char *data, size_t size)
{
    static const uint64_t values[] = {
        0,       1,          7,          8,          16,
        0x7f,    0x80,       0xff,       0x7fff,     0xffff,
        0x10000, 0x7fffffff, 0x80000000, 0xffffffff, UINT64_MAX,
    };
    uint64_t value = values[below(sizeof(values) / sizeof(values[0]))];
    size_t width = (size_t)1 << below(4);
    size_t at = below(size);

    if (width > size - at)
        width = size - at;
    memcpy(data + at, &value, width);
}

/* Removes bytes, or inserts a copy of some. */
static size_t change_length(char *data, size_t size)
{
    size_t from = below(size);
    size_t length = below(size - from < 64 ? size - from : 64);
    size_t to = below(size);

    if (below(2)) {
        memmove(data + from, data + from + length, size - from - length);
        return size - length;
    }
    if (size + length > INPUT_MAX)
        return size;
    memmove(data + to + length, data + to, size - to);
    return size + length;
}

static size_t change(char *data, size_t size)
{
    size_t at = below(size);

    if (!size) {
        data[0] = (char)below(256);
        return 1;
    }
    switch (below(6)) {
    case 0:
        data[at] = (char)(data[at] ^ (1 << below(8)));
        return size;
    case 1:
        data[at] = (char)below(256);
        return size;
    case 2:
        data[at] = "/ \n-#!:=\0\t"[below(10)];
        return size;
    case 3:
        change_bytes(data, size);
        return size;
    case 4:
        return below(4) ? size : at;
    default:
        return change_length(data, size);
    }
}

static void feed_changed(const char *name, long count)
{
    static char original[INPUT_MAX];
    static char changed[INPUT_MAX];
    size_t size = read_file(name, original);

    feed(original, size);
    for (long i = 0; i < count; i++) {
        size_t now = size;

        memcpy(changed, original, size);
        for (size_t n = 1 + below(6); n; n--)
            now = change(changed, now);
        feed(changed, now);
    }
}

/* ------------------------------------------------------------------------ */

static void feed_input(void)
{
#ifdef __AFL_FUZZ_TESTCASE_LEN
    const unsigned char *buffer;

    __AFL_INIT();
    buffer = __AFL_FUZZ_TESTCASE_BUF;
    while (__AFL_LOOP(10000))
        feed((const char *)buffer, (size_t)__AFL_FUZZ_TESTCASE_LEN);
#else
    static char buffer[INPUT_MAX];

    feed(buffer, read_all(0, buffer));
#endif
}

static int write_examples(const char *dir)
{
    static char buffer[INPUT_MAX];
    size_t size = 1;

    for (int i = 0; target->example && size; i++) {
        char name[4096];
        int fd;

        size = target->example(i, buffer, sizeof(buffer));
        if (!size)
            break;
        snprintf(name, sizeof(name), "%s/%d", dir, i);
        fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        if (fd < 0 || write(fd, buffer, size) != (ssize_t)size) {
            perror(name);
            return 2;
        }
        close(fd);
    }
    return 0;
}

static const struct target_t *find_target(const char *name)
{
    for (size_t i = 0; i < TARGETS; i++)
        if (!strcmp(targets[i].name, name))
            return &targets[i];
    return NULL;
}

int main(int argc, char **argv)
{
    long count = 0;
    int at = 2;

    target = argc > 1 ? find_target(argv[1]) : NULL;
    if (!target) {
        fputs("fuzz TARGET [example DIR | [mutate COUNT SEED] FILE...]\n",
              stderr);
        return 2;
    }
    if (argc == 4 && !strcmp(argv[2], "example"))
        return write_examples(argv[3]);
    signal(SIGABRT, save);
    signal(SIGSEGV, save);
    if (argc > 5 && !strcmp(argv[2], "mutate")) {
        count = strtol(argv[3], NULL, 10);
        state = strtoull(argv[4], NULL, 10) * 2 + 1;
        at = 5;
    }
    if (argc == 2)
        feed_input();
    for (; at < argc; at++)
        feed_changed(argv[at], count);
    return 0;
}
