/*
 * shebang.c - see shebang.h.
 */
#include "pool/manager/scripts/shebang.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "pool/manager/watch/scout.h"

#define NO_PERL "its #! line does not name perl"

const char mh_shebang_unknown[] = "nobody can look at it";

static bool blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

/* The scout has not answered, so no conclusion from the file is valid. */
static bool unknown;

static bool look(mh_look_e what, const char *path, mh_looked_t *looked)
{
    if (mh_scout_look(what, path, looked))
        return !looked->error;
    unknown = true;
    looked->error = EIO;
    return false;
}

/*
 * True if the text's beginning loads a module that is no pragma. A wrong guess
 * costs time only: see compilation.c.
 */
static bool names_module(const char *text, size_t size)
{
    static const char *const words[] = { "use ", "require " };
    const char *end = text + size;

    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
        size_t length = strlen(words[i]);
        const char *at = text;

        while ((at = memmem(at, (size_t)(end - at), words[i], length))) {
            at += length;
            if (at < end && isupper((unsigned char)*at))
                return true;
        }
    }
    return false;
}

/* The first line of a file, if the kernel would execute it. */
static const char *read_start(const char *script, char *line,
                              mh_wire_modules_e *modules)
{
    mh_looked_t looked = { .size = -1 };
    bool good = look(MH_LOOK_PROGRAM, script, &looked);

    if (looked.size < 0)
        return "it may not be executed";
    if (!good)
        return looked.error == EINVAL ? "it is not a file"
                                      : "it cannot be read";
    if (looked.status.st_mode & (S_ISUID | S_ISGID))
        return "it is set-id";
    *modules = names_module(looked.text, (size_t)looked.size) ? MH_MODULES_USUAL
                                                              : MH_MODULES_NONE;
    if (looked.size > MH_SHEBANG_MAX - 1)
        looked.size = MH_SHEBANG_MAX - 1;
    memcpy(line, looked.text, (size_t)looked.size);
    line[looked.size] = '\0';
    return NULL;
}

/*
 * Cuts the line into the interpreter and its one argument, as binfmt_script.c
 * of Linux does. Depending on its release, the kernel cuts or refuses a line
 * that is too long for it.
 */
static const char *split(char *line, char **interpreter, char **word)
{
    char *end = strchr(line, '\n');
    char *at = line + 2;

    if (strncmp(line, "#!", 2) != 0)
        return "it has no #! line";
    if (!end)
        return "its #! line has no end";
    while (end > at && blank(end[-1]))
        end--;
    *end = '\0';
    while (blank(*at))
        at++;
    *interpreter = at;
    at += strcspn(at, " \t");
    if (*at)
        *at++ = '\0';
    while (blank(*at))
        at++;
    *word = at;
    return **interpreter ? NULL : NO_PERL;
}

const char *mh_shebang_path(const mh_wire_field_t *environ)
{
    const char *entry = NULL;

    while ((entry = mh_wire_next(environ, entry)))
        if (!strncmp(entry, "PATH=", 5))
            return entry + 5;
    return NULL;
}

/*
 * The file that env(1) would find. The search ends at a relative folder of
 * PATH, because it is relative to the script's folder, not to ours.
 */
static bool search(const char *path, const char *name, char *found, size_t size)
{
    mh_looked_t looked;

    while (path && *path) {
        size_t length = strcspn(path, ":");

        if (*path != '/')
            return false;
        if ((size_t)snprintf(found, size, "%.*s/%s", (int)length, path, name) >=
            size)
            return false;
        if (look(MH_LOOK_ACCESS, found, &looked))
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

static bool same_file(const char *one, const char *other)
{
    mh_looked_t a;
    mh_looked_t b;

    return look(MH_LOOK_STAT, one, &a) && look(MH_LOOK_STAT, other, &b) &&
           a.status.st_dev == b.status.st_dev &&
           a.status.st_ino == b.status.st_ino;
}

static const char *skip_digits(const char *at)
{
    while (isxdigit((unsigned char)*at))
        at++;
    return at;
}

/* The option -C takes a number, or letters of its own. */
static const char *skip_unicode(const char *at)
{
    if (isdigit((unsigned char)*at))
        return skip_digits(at);
    return at + strspn(at, "IOEioASDLa");
}

/*
 * Skips one switch, as perlrun(1) reads it. NULL: a switch that needs a process
 * of its own, or is an error on such a line: -i, -d, -D, -u, -S, -c, -v, -V,
 * -e, -x, -M, ...
 */
static const char *skip_switch(const char *at, mh_shebang_t *shebang)
{
    switch (*at++) {
    case 'w':
    case 'W':
    case 'X':
    case 't':
    case 'T':
    case 'n':
    case 'p':
    case 'a':
    case 'U':
    case 'f':
    case '\r': /* of a file with Windows line ends: perl skips it, too */
        return at;
    case '0':
        return skip_digits(*at == 'x' ? at + 1 : at);
    case 'l':
        return at + strspn(at, "01234567");
    case 'C':
        return skip_unicode(at);
    case 's':
        shebang->direct = shebang->no_args = true;
        return at;
    case 'I':
        return at + strcspn(at, " \t");
    default:
        return NULL;
    }
}

/* "--", behind which perl reads no switch. */
static bool ends_switches(const char *word)
{
    return *word == '-' && (!word[1] || isspace((unsigned char)word[1]));
}

static bool shareable(const char *word, mh_shebang_t *shebang)
{
    while (word && *word) {
        while (blank(*word))
            word++;
        if (!*word)
            return true;
        if (*word++ != '-' || !*word || blank(*word))
            return false;
        if (ends_switches(word))
            return true;
        while (word && *word && !blank(*word))
            word = *word == '-' ? NULL : skip_switch(word, shebang);
    }
    return word != NULL;
}

static const char *read_line(const char *script, const mh_wire_field_t *environ,
                             const char *perl, mh_shebang_t *shebang)
{
    char line[MH_SHEBANG_MAX];
    char found[4096];
    char *interpreter = NULL;
    char *word = NULL;
    const char *file;
    mh_looked_t looked;
    const char *wrong;

    memset(shebang, 0, sizeof(*shebang));
    wrong = read_start(script, line, &shebang->modules);
    if (!wrong)
        wrong = split(line, &interpreter, &word);
    if (wrong)
        return wrong;
    file = interpreter;
    if (same_file(interpreter, "/usr/bin/env")) {
        if (!*word || strpbrk(word, " \t=/") || *word == '-' ||
            !search(mh_shebang_path(environ), word, found, sizeof(found)))
            return NO_PERL;
        shebang->by_env = true;
        interpreter = word;
        file = found;
        word = (char *)(uintptr_t) "";
    }
    /* Perl executes the interpreter instead if its name has no "perl" in it. */
    if (*file != '/' || !strstr(interpreter, "perl"))
        return NO_PERL;
    if (!same_file(file, perl))
        return look(MH_LOOK_STAT, file, &looked)
                   ? "its #! line names another perl"
                   : "its #! line names a missing program";
    shebang->is_ours = true;
    if (!shareable(word, shebang))
        return "its #! line has switches that cannot be shared";
    snprintf(shebang->interpreter, sizeof(shebang->interpreter), "%s",
             interpreter);
    snprintf(shebang->word, sizeof(shebang->word), "%s", word);
    return NULL;
}

const char *mh_shebang_read(const char *script, const mh_wire_field_t *environ,
                            const char *perl, mh_shebang_t *shebang)
{
    const char *why;

    unknown = false;
    why = read_line(script, environ, perl, shebang);
    return unknown ? mh_shebang_unknown : why;
}
