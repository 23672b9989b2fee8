/*
 * shebang.c - the first line of a script. The bytes after the first 256 are
 * the environment.
 */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pool/manager/scripts/shebang.h"

static void check(const mh_shebang_t *shebang)
{
    size_t word = strnlen(shebang->word, sizeof(shebang->word));

    mh_fuzz_expect(memchr(shebang->interpreter, '\0',
                          sizeof(shebang->interpreter)) != NULL,
                   "the interpreter's name has an end");
    mh_fuzz_expect(strstr(shebang->interpreter, "perl") != NULL,
                   "the interpreter is a perl");
    mh_fuzz_expect(word < sizeof(shebang->word), "the word has an end");
    mh_fuzz_expect(!word || shebang->word[0] == '-', "the word is a switch");
}

void mh_fuzz_shebang(const char *data, size_t size)
{
    static int fd = -1;
    static char name[64];
    size_t line = size < MH_SHEBANG_MAX ? size : MH_SHEBANG_MAX;
    mh_wire_field_t environ = { data + line, (uint32_t)(size - line) };
    mh_shebang_t shebang;

    if (fd < 0) {
        fd = memfd_create("script", MFD_CLOEXEC);
        snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
    }
    mh_fuzz_expect(!ftruncate(fd, 0) &&
                       pwrite(fd, data, line, 0) == (ssize_t)line,
                   "there is memory for a script");
    if (!mh_shebang_read(name, &environ, "/usr/bin/perl", &shebang))
        check(&shebang);
}
