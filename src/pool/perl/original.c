/*
 * original.c - see original.h.
 *
 * The library and the program of one perl package need not have the same
 * @INC: Debian's perl looks into a directory of perl-base which its
 * libperl.so does not know. Paths of modules in %INC come from there.
 */
#include "pool/perl/original.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

/* BEGIN makes the question work with -n and -p too; -l has set $\. */
#define QUESTION                                                               \
    "BEGIN { undef $\\; print join(qq(\\0), $^X, @INC), qq(\\0); exit }"

static struct {
    char text[16 * 1024]; /* $^X and @INC, NUL after each */
    size_t size;
} answer;

static bool start(const char *perl, const char *switch_word, int output,
                  pid_t *pid)
{
    char *words[5] = { (char *)(uintptr_t)perl };
    posix_spawn_file_actions_t actions;
    int count = 1;
    int error;

    /* The word may be "--", behind which there are no switches. */
    words[count++] = (char *)(uintptr_t) "-e";
    words[count++] = (char *)(uintptr_t)QUESTION;
    if (switch_word)
        words[count++] = (char *)(uintptr_t)switch_word;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    error = posix_spawnp(pid, perl, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return !error;
}

static void read_answer(int from)
{
    ssize_t got;

    do {
        got = read(from, answer.text + answer.size,
                   sizeof(answer.text) - answer.size);
        answer.size += got > 0 ? (size_t)got : 0;
    } while (got > 0);
}

void mh_original_ask(const char *perl, const char *switch_word)
{
    int ends[2];
    int status = 1;
    pid_t pid;

    if (pipe2(ends, O_CLOEXEC))
        return;
    if (start(perl, switch_word, ends[1], &pid)) {
        close(ends[1]);
        ends[1] = -1;
        read_answer(ends[0]);
        waitpid(pid, &status, 0);
    }
    close(ends[0]);
    if (ends[1] >= 0)
        close(ends[1]);
    /* An incomplete answer is not used. */
    if (status || !answer.size || answer.text[answer.size - 1])
        answer.size = 0;
}

/* A module of -M may have put code into @INC, which cannot be asked for. */
static bool has_code(pTHX_ AV *list)
{
    for (SSize_t i = 0; i <= av_top_index(list); i++) {
        SV **item = av_fetch(list, i, 0);

        if (item && SvROK(*item))
            return true;
    }
    return false;
}

void mh_original_apply(pTHX)
{
    const char *end = answer.text + answer.size;
    const char *at = answer.text;
    AV *inc = GvAVn(PL_incgv);

    if (!answer.size)
        return;
    TAINT;
    sv_setpv(get_sv("\030", GV_ADD), at);
    TAINT_NOT;
    if (has_code(aTHX_ inc))
        return;
    av_clear(inc);
    while ((at += strlen(at) + 1) < end)
        av_push(inc, newSVpv(at, 0));
}
