/*
 * code.c - see code.h.
 */
#include "shared/wire/code.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define DIGITS 4
#define LENGTH (2 + DIGITS)
#define LINE 8192

static bool is_code(const char *text)
{
    return !strncmp(text, "MH", 2) && strspn(text + 2, "0123456789") == DIGITS;
}

size_t mh_code_length(const char *text)
{
    if (!is_code(text) || strncmp(text + LENGTH, ": ", 2) != 0)
        return 0;
    return LENGTH + 2;
}

bool mh_code_is_last(const char *text, size_t length)
{
    size_t room = MH_CODE_ROOM - 1;

    return length >= room && text[length - 1] == ']' &&
           !strncmp(text + length - room, " [", 2) &&
           is_code(text + length - room + 2);
}

/* The end of the words, without the newlines behind them. */
static size_t words(const char *text)
{
    size_t length = strlen(text);

    while (length && strchr(" \n", text[length - 1]))
        length--;
    return length;
}

void mh_code_last(char *to, size_t size, const char *text)
{
    size_t code = mh_code_length(text);
    size_t length = code ? words(text + code) : 0;
    size_t room = size > MH_CODE_ROOM ? size - MH_CODE_ROOM : 0;

    if (code)
        snprintf(to, size, "%.*s [%.*s]", (int)(length < room ? length : room),
                 text + code, LENGTH, text);
    else
        snprintf(to, size, "%s", text);
}

void mh_code_say(const char *format, ...)
{
    char text[LINE];
    char line[LINE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    mh_code_last(line, sizeof(line), text);
    fprintf(stderr, "%s\n", line);
}
