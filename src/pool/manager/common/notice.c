/*
 * notice.c - see notice.h.
 */
#include "pool/manager/common/notice.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Notices kept at most. If httpd fetches none, the newest are dropped. */
#define KEPT 64

static struct {
    int level;
    char *text;
} kept[KEPT];
static int kept_count;

void mh_notice(int level, const char *format, ...)
{
    char text[MH_NOTICE_MAX];
    va_list words;

    if (kept_count == KEPT)
        return;
    va_start(words, format);
    vsnprintf(text, sizeof(text), format, words);
    va_end(words);
    kept[kept_count].level = level;
    kept[kept_count].text = strdup(text);
    if (kept[kept_count].text)
        kept_count++;
}

void mh_notice_lines(int level, const char *about, const char *text)
{
    while (text && *text) {
        int length = (int)strcspn(text, "\n");

        if (length)
            mh_notice(level, "%s: %.*s", about, length, text);
        text += length + (text[length] == '\n');
    }
}

const char *mh_notice_how(int status, char *text, size_t size)
{
    if (WIFSIGNALED(status))
        snprintf(text, size, "signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(text, size, "status %d", WEXITSTATUS(status));
    return text;
}

void mh_notice_drain(void (*take)(void *to, int level, const char *text),
                     void *to)
{
    for (int i = 0; i < kept_count; i++) {
        take(to, kept[i].level, kept[i].text);
        free(kept[i].text);
    }
    kept_count = 0;
}
