/*
 * base.c - see program.h: the start of Perl in the first process below the
 * manager.
 */
#include "pool/perl/self.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "pool/perl/spawn_loop.h"
#include "pool/perl/behind.h"
#include "pool/perl/capture.h"
#include "pool/perl/finish.h"
#include "pool/perl/original.h"
#include "pool/perl/pages.h"
#include "pool/perl/preload/preload.h"
#include "pool/perl/preload/perls.h"
#include "pool/perl/template.h"
#include "pool/perl/trace/trace.h"
#include "pool/perl/trace/vetted.h"
#include "pool/perl/xs_init.h"
#include "pool/perl/zygote.h"
#include "pool/rollback/rollback.h"
#include "shared/signals.h"
#include "shared/compat.h"

/* Closes all descriptors but the control, which moves to its number. */
static void keep_control(int control)
{
    int aside = fcntl(control, F_DUPFD_CLOEXEC, MH_PERL_FDS + 1);

    if (aside < 0 || dup3(aside, MH_PERL_CONTROL, O_CLOEXEC) < 0)
        _exit(1);
    close_range(0, MH_PERL_CONTROL - 1, 0);
    close_range(MH_PERL_CONTROL + 1, ~0U, 0);
}

/*
 * The pidfd reports the manager's end. Until the spawn loop runs (spawn_loop.c)
 * the process is killed with the manager, whatever code it is in.
 */
static void know_manager(pid_t manager)
{
    int fd = pidfd_open(manager, 0);

    if (fd >= 0 && fd != MH_PERL_MANAGER) {
        dup3(fd, MH_PERL_MANAGER, O_CLOEXEC);
        close(fd);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != manager)
        _exit(1);
}

/* Calls in the order of perl's own main(): see perlmain.c of any perl. */
static void construct(int *argc, char ***argv)
{
    char **env = environ;

    mh_perl_template_prepare();
    PERL_SYS_INIT3(argc, argv, &env);
    mh_pages_move();
    pthread_atfork(Perl_atfork_lock, Perl_atfork_unlock, Perl_atfork_unlock);
    mh_behind_wrap();
    mh_trace_start(mh_preload_current, mh_perls_has);
    mh_preload_wrap();
    mh_trace_at_script(mh_perl_zygote_at_script, NULL);
    mh_self.perl = perl_alloc();
    if (!mh_self.perl)
        _exit(1);
    PERL_SET_CONTEXT(mh_self.perl);
    perl_construct(mh_self.perl);
    {
        dTHXa(mh_self.perl);
        PL_perl_destruct_level = 0;
        PL_exit_flags |= PERL_EXIT_DESTRUCT_END;
    }
}

/* An installation without a table stops at more looks. */
static void read_vetted(const mh_perl_start_t *start)
{
    const char *file = mh_perl_list("vetted.list");

    if (file)
        free(mh_vetted_read(file));
    if (start->pool.vetted)
        mh_self.wrong = mh_vetted_read(start->pool.vetted);
}

_Noreturn void mh_perl_base(const mh_perl_start_t *start)
{
    static mh_perl_start_t copy;
    mh_environ_words_t words;
    char **argv;
    int argc;

    copy = *start;
    if (copy.ledger && !mh_rollback_share(copy.ledger, MH_LEDGER_SIZE))
        _exit(1);
    mh_self.start = &copy;
    mh_self.script = copy.script;
    mh_self.mode = copy.mode;
    keep_control(copy.control);
    know_manager(copy.manager);
    copy.control = MH_PERL_CONTROL;
    mh_signals_reset(copy.pool.numbers.ignored);
    setpgid(0, 0);
    if (mh_capture_start())
        _exit(1);
    mh_environ_start(&copy.pool.environ);
    mh_original_ask(copy.pool.perl, copy.switch_word);
    read_vetted(&copy);
    words = mh_perl_words(NULL);
    argv = mh_environ_show(&words, &copy.pool.environ, &argc);
    construct(&argc, &argv);
    {
        dTHXa(mh_self.perl);
        int status = perl_parse(mh_self.perl, mh_xs_init, argc, argv, NULL);

        mh_perl_zygote_parsed(aTHX_ status);
        if (!status)
            perl_run(mh_self.perl);
        mh_perl_zygote_ran(aTHX);
        mh_finish(aTHX);
    }
}
