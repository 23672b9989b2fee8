/*
 * fresh.c - see fresh.h.
 */
#include "exact/fresh.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "exact/attend.h"
#include "exact/base.h"
#include "exact/capture.h"
#include "exact/child.h"
#include "exact/remains.h"
#include "exact/report.h"
#include "exact/witness.h"
#include "fresh/program.h"
#include "probes.h"
#include "profile/profiler.h"
#include "wire/files.h"
#include "pool/wear.h"

static mh_program_t *program;

/* When the present run began. */
static int64_t began;

/* Of so many files in %INC the manager knows. */
static size_t known;

/* The first that is free above STDERR's while no request runs. */
static int free_descriptor;

static void told(void *context, const char *what)
{
    mh_report_told(what);
}

static void watch(void)
{
    mh_witness_on(told, NULL);
}

void mh_fresh_prepare(void)
{
    mh_program_prepare();
    mh_program_watch(watch, mh_witness_off);
}

static _Noreturn void fail(int status)
{
    const char *output;
    size_t size;

    mh_capture_take();
    output = mh_capture_text(&size);
    mh_report_failed(status, output, size);
    _exit(1);
}

void mh_fresh_compile(pTHX_ const mh_wire_stamp_t *stamp)
{
    const char *files;
    size_t size;
    int status;

    mh_probe_compile_start(mh_exact.script);
    program = mh_program_compile(aTHX_ mh_exact.script, NULL, &status);
    mh_probe_compile_done(mh_exact.script, program != NULL);
    if (!program)
        fail(status);
    if (mh_remains_has_destructors(aTHX))
        mh_report_told("has an object with a destructor when it is compiled");
    if (!mh_capture_take())
        mh_report_told("writes what cannot be written again");
    files = mh_witness_files(&size);
    mh_report_depends(files, size);
    mh_report_ready(stamp, NULL, NULL);
}

/*
 * What refers to itself is alive when its run has ended; a process would
 * destroy it now. It is looked for when there are more scalars than before.
 */
static bool leaves_objects(pTHX)
{
    static IV scalars;

    if (PL_sv_count == scalars)
        return false;
    scalars = PL_sv_count;
    return mh_remains_has_destructors(aTHX);
}

/* Perl ends, for the sake of its objects; what they write is the request's. */
static void destroy_all(pTHX)
{
    perl_destruct(mh_exact.perl);
    PerlIO_flush(NULL);
}

static int find_free_descriptor(void)
{
    int fd = fcntl(MH_EXACT_CONTROL, F_DUPFD_CLOEXEC, 3);

    if (fd >= 0)
        close(fd);
    return fd;
}

/* A child that it has made lives on, and would be the next request's too. */
static bool has_children(void)
{
    pid_t pid;

    do
        pid = waitpid(-1, NULL, WNOHANG);
    while (pid > 0);
    return pid == 0;
}

/* sigprocmask() of the script's. */
static bool blocks_signals(void)
{
    sigset_t blocked;

    return sigprocmask(SIG_BLOCK, NULL, &blocked) || !sigisemptyset(&blocked);
}

/* Nothing of the process is left that was not there before. */
static bool is_clean(void)
{
    return !mh_witness_take_mark() && !has_children() && !blocks_signals() &&
           find_free_descriptor() == free_descriptor;
}

/* Relative paths are meant from the script's directory. */
static bool path_of(SV *value, char path[PATH_MAX])
{
    const char *slash = strrchr(mh_exact.script, '/');
    const char *name;

    if (!SvPOK(value))
        return false;
    name = SvPVX(value);
    if (*name == '/')
        return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX;
    return snprintf(path, PATH_MAX, "%.*s/%s", (int)(slash - mh_exact.script),
                    mh_exact.script, name) < PATH_MAX;
}

/* The entry of a file in %INC, behind the others; the new length. */
static size_t add_file(char *list, size_t used, SV *value)
{
    char path[PATH_MAX];
    struct stat status;

    if (!path_of(value, path) || stat(path, &status))
        return used;
    return used +
           mh_file_write(list + used, MH_FILE_CONTENTS, &status, path, began);
}

/*
 * What was loaded while the script ran stays loaded: it is for no request that
 * comes after a change of its file, which may have come before this look at it.
 */
static void report_files(pTHX)
{
    static char list[MH_REPORT_FILES];
    HV *loaded = GvHVn(PL_incgv);
    size_t used = 0;
    HE *at;

    if (HvUSEDKEYS(loaded) == known)
        return;
    known = HvUSEDKEYS(loaded);
    hv_iterinit(loaded);
    while ((at = hv_iternext(loaded))) {
        used = add_file(list, used, hv_iterval(loaded, at));
        if (used + MH_FILE_ENTRY_MAX <= sizeof(list))
            continue;
        mh_report_loaded(list, used);
        used = 0;
    }
    mh_report_loaded(list, used);
}

/* What the script forks off may live on, and is no child of the manager's. */
static void note_fork(void)
{
    close(MH_EXACT_CONTROL);
}

static void begin(pTHX)
{
    mh_exact.kind = MH_EXACT_CHILD;
    mh_exact.pid = getpid();
    if (mh_witness_reopen())
        _exit(1);
    mh_wear_begin(mh_exact.start->numbers);
    pthread_atfork(NULL, NULL, note_fork);
    free_descriptor = find_free_descriptor();
    known = HvUSEDKEYS(GvHVn(PL_incgv)); /* by the witness of compilation */
}

_Noreturn void mh_fresh_serve(pTHX)
{
    mh_program_end_t end;
    bool leaves;
    bool stays;

    begin(aTHX);
    do {
        mh_child_next(aTHX);
        began = mh_file_clock();
        mh_witness_take_mark();
        end = mh_program_run(aTHX_ program);
        mh_profiler_finish(aTHX);
        leaves = leaves_objects(aTHX);
        stays = !leaves && !end.spoilt && !mh_wear_count() && is_clean();
        report_files(aTHX);
        if (leaves)
            destroy_all(aTHX);
        mh_report_done(end.status, stays);
    } while (stays);
    _exit(0);
}
