/*
 * base.c - see exact.h and base.h.
 */
#include "exact/base.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "exact/attend.h"
#include "exact/capture.h"
#include "exact/child.h"
#include "exact/finish.h"
#include "exact/original.h"
#include "exact/pages.h"
#include "exact/template.h"
#include "exact/witness.h"
#include "exact/xs_init.h"
#include "exact/zygote.h"
#include "pool/signals.h"

/* Perl opens it before it knows which script it will read. */
#define NO_SCRIPT "/dev/null"

mh_exact_t mh_exact;

int mh_exact_high(int fd)
{
    int high;

    if (fd < 0)
        return -1;
    high = fcntl(fd, F_DUPFD_CLOEXEC, MH_EXACT_FDS);
    close(fd);
    return high;
}

mh_environ_words_t mh_exact_words(const mh_wire_field_t *args)
{
    return (mh_environ_words_t){
        .perl = mh_exact.start->perl,
        .switch_word = mh_exact.start->switch_word,
        .script = mh_exact.script ? mh_exact.script : NO_SCRIPT,
        .args = args,
    };
}

/* Only the control is left open, at its place. */
static void keep_control(int control)
{
    int aside = fcntl(control, F_DUPFD_CLOEXEC, MH_EXACT_FDS + 1);

    if (aside < 0 || dup3(aside, MH_EXACT_CONTROL, O_CLOEXEC) < 0)
        _exit(1);
    close_range(0, MH_EXACT_CONTROL - 1, 0);
    close_range(MH_EXACT_CONTROL + 1, ~0U, 0);
}

/*
 * How it learns of the manager's end. Until it attends (attend.c) it ends with
 * it, whatever code it is in.
 */
static void know_manager(pid_t manager)
{
    int fd = pidfd_open(manager, 0);

    if (fd >= 0 && fd != MH_EXACT_MANAGER) {
        dup3(fd, MH_EXACT_MANAGER, O_CLOEXEC);
        close(fd);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != manager)
        _exit(1);
}

/* In the order of perl's own main(): see perlmain.c of any perl. */
static void construct(int *argc, char ***argv)
{
    char **env = environ;

    mh_template_prepare();
    PERL_SYS_INIT3(argc, argv, &env);
    mh_pages_move();
    pthread_atfork(Perl_atfork_lock, Perl_atfork_unlock, Perl_atfork_unlock);
    mh_witness_start();
    mh_witness_at_script(mh_zygote_at_script, NULL);
    mh_exact.perl = perl_alloc();
    if (!mh_exact.perl)
        _exit(1);
    PERL_SET_CONTEXT(mh_exact.perl);
    perl_construct(mh_exact.perl);
    {
        dTHXa(mh_exact.perl);
        PL_perl_destruct_level = 0;
        PL_exit_flags |= PERL_EXIT_DESTRUCT_END;
    }
}

_Noreturn void mh_exact_base(const mh_exact_start_t *start)
{
    static mh_exact_start_t copy;
    mh_environ_words_t words;
    char **argv;
    int argc;

    copy = *start;
    mh_exact.start = &copy;
    mh_exact.script = copy.script;
    mh_exact.mode = copy.mode;
    keep_control(copy.control);
    know_manager(copy.manager);
    copy.control = MH_EXACT_CONTROL;
    mh_signals_reset(0);
    setpgid(0, 0);
    if (mh_capture_start())
        _exit(1);
    mh_environ_start(&copy.environ);
    mh_original_ask(copy.perl, copy.switch_word);
    words = mh_exact_words(NULL);
    argv = mh_environ_show(&words, &copy.environ, &argc);
    construct(&argc, &argv);
    {
        dTHXa(mh_exact.perl);
        int status = perl_parse(mh_exact.perl, mh_xs_init, argc, argv, NULL);

        mh_zygote_parsed(aTHX_ status);
        if (!status)
            perl_run(mh_exact.perl);
        mh_finish(aTHX);
    }
}
