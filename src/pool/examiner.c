/*
 * examiner.c - see examiner.h.
 */
#include "pool/examiner.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "pool/become.h"
#include "pool/manager.h"
#include "pool/privileges.h"
#include "pool/signals.h"
#include "pool/tier.h"

/* Where it writes what it has found. */
#define RESULT_FD 3

/* More reasons than these nobody needs in a log. */
#define RESULT_MAX 4096

static struct {
    mh_source_t result;
    mh_script_t *script; /* NULL: nobody's any more */
    mh_timer_t timer;
    pid_t pid; /* 0: there is none */
    char text[RESULT_MAX];
    size_t size;
} examiner = { .result.fd = -1 };

static mh_timers_t timers;

static void took_too_long(mh_timer_t *timer)
{
    if (examiner.pid > 0)
        kill(-examiner.pid, SIGKILL);
}

void mh_examiner_setup(void)
{
    mh_timer_init(&examiner.timer);
    mh_loop_add_timers(&timers,
                       mh_manager.definition->numbers.start_timeout * MH_SECOND,
                       took_too_long);
}

/* Of a line of five words, with tabs between them: where and the sentence. */
static const char *reason_of(const char *line)
{
    static char reason[1024];
    const char *word[5] = { line };
    int length;

    for (int i = 1; i < 5; i++) {
        word[i] = strchr(word[i - 1], '\t');
        if (!word[i]++)
            return "it cannot be shown that it may be fresh";
    }
    length = (int)strcspn(word[4], "\n");
    snprintf(reason, sizeof(reason), "%.*s at %.*s (%.*s)", length, word[4],
             (int)(word[3] - word[2] - 1), word[2],
             (int)(word[1] - word[0] - 1), word[0]);
    return reason;
}

/* The first reason against fresh in what follows the result's first line. */
static const char *reason_against_fresh(const char *result)
{
    const char *line = strchr(result, '\n');
    const char *last = "";

    for (; line && line[1]; line = strchr(line + 1, '\n')) {
        const char *tier = strchr(line + 1, '\t');

        last = line + 1;
        if (tier && !strncmp(tier, "\tfresh\t", 7))
            break;
    }
    return reason_of(last);
}

/* The first line is the tier. */
static bool may_be_fresh(const char *result)
{
    return !strncmp(result, "fresh\n", 6) || !strncmp(result, "registry\n", 9);
}

static void conclude(void)
{
    mh_script_t *script = examiner.script;

    mh_loop_forget(&examiner.result);
    examiner.script = NULL;
    examiner.text[examiner.size] = '\0';
    if (script)
        mh_tier_examined(script, may_be_fresh(examiner.text)
                                     ? NULL
                                     : reason_against_fresh(examiner.text));
}

static void on_result(mh_source_t *source)
{
    ssize_t got = read(source->fd, examiner.text + examiner.size,
                       RESULT_MAX - 1 - examiner.size);

    if (got > 0)
        examiner.size += (size_t)got;
    if (got <= 0 || examiner.size == RESULT_MAX - 1)
        conclude();
}

/* In the new process: what the script does in BEGIN may do no more than that
 * of any request. */
static _Noreturn void become(const mh_script_t *script, int result)
{
    const char *library = mh_manager.definition->library;
    char include[4096];
    char *words[] = {
        (char *)(uintptr_t)mh_manager.definition->perl,
        script->shebang->word, /* it may be -T, for which it must be here */
        include,
        (char *)(uintptr_t) "-MMehari::Explain::Examine=3",
        script->path,
        NULL,
    };
    int nothing = open("/dev/null", O_RDWR);
    mh_wire_field_t list;
    char **environment;

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (dup2(result, 64) < 0)
        _exit(1);
    for (int fd = 0; fd < 3; fd++)
        dup2(nothing, fd);
    dup2(64, RESULT_FD);
    close_range(RESULT_FD + 1, ~0U, 0);
    snprintf(include, sizeof(include), "-I%s", library);
    mh_signals_reset(0);
    mh_privileges_restore_limits();
    list = mh_startup_environ(&mh_manager.definition->environ, script->startup,
                              script->startup_size);
    environment = mh_become_words(NULL, &list);
    if (!list.data || !environment || !mh_become_go_beside(script->path))
        _exit(1);
    if (!*words[1])
        memmove(words + 1, words + 2, sizeof(words) - 2 * sizeof(*words));
    execve(words[0], words, environment);
    _exit(1);
}

static bool watch(int result)
{
    return !mh_loop_watch(&examiner.result, result, on_result);
}

bool mh_examiner_start(mh_script_t *script)
{
    int ends[2];

    if (examiner.pid || !mh_manager.definition->library ||
        pipe2(ends, O_CLOEXEC | O_NONBLOCK))
        return false;
    examiner.pid = fork();
    if (examiner.pid == 0)
        become(script, ends[1]);
    close(ends[1]);
    if (examiner.pid > 0 && watch(ends[0])) {
        examiner.script = script;
        examiner.size = 0;
        mh_timer_set(&timers, &examiner.timer);
        return true;
    }
    if (examiner.pid > 0)
        kill(examiner.pid, SIGKILL);
    close(ends[0]);
    examiner.result.fd = -1;
    if (examiner.pid < 0)
        examiner.pid = 0;
    return false;
}

void mh_examiner_forget(const mh_script_t *script)
{
    if (examiner.script == script)
        examiner.script = NULL;
}

bool mh_examiner_ended(pid_t pid)
{
    if (!pid || pid != examiner.pid)
        return false;
    examiner.pid = 0;
    mh_timer_stop(&examiner.timer);
    while (examiner.result.fd >= 0)
        on_result(&examiner.result);
    return true;
}
