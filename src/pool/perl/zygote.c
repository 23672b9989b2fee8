/*
 * zygote.c - see zygote.h.
 */
#include "pool/perl/zygote.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pool/perl/spawn_loop.h"
#include "pool/perl/self.h"
#include "pool/perl/behind.h"
#include "pool/perl/capture.h"
#include "pool/perl/run.h"
#include "pool/perl/finish.h"
#include "pool/perl/preload/preload.h"
#include "pool/perl/pages.h"
#include "pool/perl/trace/patience.h"
#include "pool/perl/teardown.h"
#include "pool/perl/report.h"
#include "pool/perl/template.h"
#include "pool/perl/environ/lock.h"
#include "pool/perl/trace/elf.h"
#include "pool/perl/trace/later.h"
#include "pool/perl/trace/trace.h"
#include "pool/perl/trace/part.h"
#include "shared/probes.h"
#include "shared/perl/profiler.h"
#include "pool/rollback/locks.h"
#include "pool/rollback/rollback.h"
#include "shared/compat.h"

/* Fields of the order that made the zygote. */
static struct {
    mh_wire_field_t environ;
    mh_wire_field_t files;
    mh_wire_field_t varies;
    mh_wire_stamp_t stamp; /* of the script as it was opened */
    bool parsed;           /* all of it was compiled */
    bool failed;           /* it does not compile */
} zygote;

/* Copies a field out of the buffer that the next order overwrites. */
static mh_wire_field_t copy_field(const mh_wire_field_t *field)
{
    mh_wire_field_t copy = *field;

    if (copy.size) {
        char *data;

        Newx(data, copy.size, char);
        copy.data = memcpy(data, field->data, copy.size);
    }
    return copy;
}

static _Noreturn void fail(const char *output, size_t size)
{
    mh_report_failed(output, size);
    _exit(1);
}

/* The message is perl's own. */
static _Noreturn void fail_to_open(int error)
{
    char text[PATH_MAX + 256];
    int size = snprintf(text, sizeof(text),
                        "Can't open perl script \"%s\": %s\n", mh_self.script,
                        strerror(error));

    fail(text, (size_t)size);
}

static void open_script(int fd)
{
    int script = open(mh_self.script, O_RDONLY | O_CLOEXEC);
    struct stat status;

    if (script < 0 || fstat(script, &status))
        fail_to_open(errno);
    if (S_ISDIR(status.st_mode))
        fail_to_open(EISDIR);
    zygote.stamp.device = status.st_dev;
    zygote.stamp.inode = status.st_ino;
    zygote.stamp.size = (uint64_t)status.st_size;
    zygote.stamp.mtime = (int64_t)status.st_mtim.tv_sec * 1000000000 +
                         status.st_mtim.tv_nsec;
    if (script != fd) {
        dup3(script, fd, O_CLOEXEC);
        close(script);
    }
}

/* mod_cgi starts a script in its own directory. */
static void enter_directory(void)
{
    char directory[PATH_MAX];
    const char *slash = strrchr(mh_self.script, '/');
    size_t length = slash ? (size_t)(slash - mh_self.script) : 0;

    if (length >= sizeof(directory))
        fail_to_open(ENAMETOOLONG);
    memcpy(directory, mh_self.script, length);
    directory[length] = 0;
    if (chdir(length ? directory : "/"))
        fail_to_open(errno);
}

/*
 * A perl without threads has a glob in main:: for each file, also for the one
 * that it was started with (base.c). The script would see it.
 */
static void forget_file(pTHX)
{
    SV *glob = newSVpvf("_<%s", CopFILE(&PL_compiling));

    CopFILE_free(&PL_compiling);
    hv_delete_ent(PL_defstash, glob, G_DISCARD, 0);
    SvREFCNT_dec_NN(glob);
}

/* Tells Perl the name of the script that it has opened. */
static void rename_script(pTHX)
{
    mh_environ_words_t words = mh_perl_words(NULL);
    const char *slash = strrchr(mh_self.script, '/');
    GV *zero = gv_fetchpvs("0", GV_ADD | GV_NOTQUAL, SVt_PV);

    Safefree(PL_origfilename);
    PL_origfilename = savepv(mh_self.script);
    forget_file(aTHX);
    CopFILE_set(&PL_compiling, PL_origfilename);
    mh_environ_rename(aTHX_ & words, &zygote.environ);
    prctl(PR_SET_NAME, slash ? slash + 1 : mh_self.script);
    /* Assignment by magic would write over the command line. */
    TAINT;
    sv_setpv(GvSV(zero), PL_origfilename);
    TAINT_NOT;
}

/* Turns a base's fork into the zygote that the order asks for. */
static void make_zygote(pTHX_ int fd, const mh_wire_message_t *order)
{
    const char *script = mh_wire_string(order, MH_TAG_SCRIPT);

    mh_self.kind = MH_PERL_ZYGOTE;
    if (!script)
        fail("", 0);
    mh_self.script = savepv(script);
    mh_self.mode = (mh_wire_mode_e)mh_wire_number(order, MH_TAG_MODE,
                                                  MH_MODE_UNSHARED);
    zygote.environ = copy_field(&order->field[MH_TAG_ENVIRON]);
    zygote.files = copy_field(&order->field[MH_TAG_ASKED]);
    zygote.varies = copy_field(&order->field[MH_TAG_VARIES]);
    setpgid(0, 0);
    if (mh_capture_start())
        fail_to_open(errno);
    enter_directory();
    open_script(fd);
    rename_script(aTHX);
    mh_trace_environ_is(&zygote.environ);
}

/* Perl was started with this one script already. */
static void make_direct_zygote(int fd)
{
    const mh_perl_start_t *start = mh_self.start;

    mh_self.kind = MH_PERL_ZYGOTE;
    zygote.environ = start->pool.environ;
    zygote.files = start->files;
    zygote.varies = start->varies;
    enter_directory();
    open_script(fd);
}

/* The beginning of what perl has said, in static storage. */
static const char *first_lines(void)
{
    static char lines[2048];
    size_t size;
    const char *text = mh_capture_text(&size);

    if (size >= sizeof(lines))
        size = sizeof(lines) - 1;
    memcpy(lines, text, size);
    lines[size] = '\0';
    return lines;
}

static void say_ready(const char *stopped, const char *text)
{
    size_t size;
    const char *files = mh_trace_files(&size);

    mh_report_depends(files, size);
    mh_report_ready(mh_self.script ? &zygote.stamp : NULL,
                    zygote.failed ? NULL : stopped,
                    zygote.failed ? first_lines() : NULL, text);
}

/*
 * Loads what all scripts share. Temporary values are freed here: each zygote
 * would free them, and write to a page for nearly each. refused: an earlier
 * complaint, from malloc(), with which no modules of the pool are loaded; or
 * NULL. *skipped: what is not loaded of the lists.
 */
static char *load_modules(pTHX_ char *refused, char **skipped)
{
    ENTER;
    SAVETMPS;
    *skipped = mh_preload_lists(mh_self.start->modules, mh_perl_list);
    if (!refused)
        refused = mh_preload_named(&mh_self.start->pool.preload);
    mh_preload_hide();
    FREETMPS;
    LEAVE;
    return refused;
}

/* refused: the refusals of preload=, which are freed here. READY also says what
 * is wrong with the file of vetted=. */
static void say_base_ready(char *refused, const char *skipped)
{
    char *wrong = mh_self.wrong;
    char *all = NULL;

    if (wrong && refused && asprintf(&all, "%s%s", wrong, refused) < 0)
        all = NULL;
    say_ready(skipped, all ? all : wrong ? wrong : refused);
    free(all);
    free(wrong);
    free(refused);
}

/* Reports before children are made. stopped: at which look; or NULL. */
static void say_compiled(const char *stopped, const char *text)
{
    if (!zygote.parsed && mh_self.mode != MH_MODE_UNSHARED)
        mh_probe_compile_done(mh_self.script, 1);
    say_ready(stopped, text);
}

/* An order that names no tracker is for a template that is its own run. */
static void become(const mh_wire_message_t *order, pid_t (*make)(void))
{
    uint64_t tracker = mh_wire_number(order, MH_TAG_TRACKER, UINT64_MAX);

    if (tracker <= MH_TRACKERS)
        mh_perl_template_serve((mh_tracker_e)tracker, make);
}

/*
 * The first template is its own run: so the first request does not wait for the
 * checkpoint, which takes as long as a short script, and a script that is asked
 * for once never needs it. Returns in a run.
 */
static void take_orders(pid_t (*make)(void))
{
    const char *why;

    if (mh_perl_template_is_wanted())
        mh_rollback_expect();
    if (mh_spawn_loop_first(make) || mh_perl_template_stand(&why))
        return;
    mh_report_stands(why);
    become(&mh_spawn_loop(make)->message, make);
}

/* Returns in a run. stopped and text are for say_compiled(). */
static void make_templates(pTHX_ pid_t (*make)(void), const char *stopped,
                           const char *text)
{
    mh_pages_separate(aTHX);
    say_compiled(stopped, text);
    take_orders(make);
    if (!mh_perl_template_is_put_back()) {
        mh_rollback_forked(make == _Fork);
        mh_rollback_shared(mh_self.run != NULL);
    }
    mh_perl_run_start(aTHX);
}

static void take_output(void)
{
    if (!mh_capture_take())
        mh_report_unshareable("writes output that cannot be repeated");
}

/* NULL, or why no file can be compiled here. */
static const char *what_bars(pTHX)
{
    if (PL_phase >= PERL_PHASE_END)
        return "the compilation has failed";
    return mh_locks_held() ? "a lock is held where they would be compiled"
                           : NULL;
}

/* Compiles files ahead that the rest is known to need. The text is for people,
 * and stays; what: where the zygote stops. NULL if the script does not compile.
 */
static const char *load_ahead(pTHX_ const char *what)
{
    const char *barred = what_bars(aTHX);
    char *refused = barred ? NULL : mh_preload_files(&zygote.files);
    SV *text;

    mh_preload_baseline();
    if (zygote.failed) {
        free(refused);
        return NULL;
    }
    text = newSVpvf("%s for each request from here on: %s\n%s",
                    zygote.parsed ? "runs" : "is compiled", what,
                    refused ? refused : "");
    free(refused);
    return SvPVX(text);
}

/* NULL, or why no request can go on from here. */
static const char *why_not_here(void)
{
    const char *why = mh_trace_stop();

    if (!why && mh_later_has_calls() && mh_locks_held())
        why = "has a lock where a call that was put off would be made";
    return why;
}

/* From here on, each request runs by itself. look: the script's, or NULL. */
static void stop_at(pTHX_ const char *what, const char *look,
                    pid_t (*make)(void))
{
    mh_environ_lock_t lock;
    const char *why;
    bool tainted = TAINT_get;
    const char *text;
    dSP;

    mh_patience_end(aTHX);
    mh_environ_lock_put_aside(aTHX_ & lock);
    why = why_not_here();
    if (why)
        mh_report_unshareable(why);
    take_output();
    TAINT_NOT;
    PUSHSTACKi(PERLSI_MAGIC);
    text = load_ahead(aTHX_ what);
    why = mh_elf_unseen();
    if (why)
        mh_report_unshareable(why);
    if (zygote.parsed)
        mh_teardown_prepare(aTHX);
    else
        mh_behind_leave_rest(aTHX);
    POPSTACK;
    make_templates(aTHX_ make, look, text);
    TAINT_set(tainted);
    mh_environ_lock_put_back(aTHX_ & lock);
}

/*
 * The running code is about to look at the request. It may be the constructor
 * of a shared object, perhaps one that libc loads to look up a user.
 */
static void stop(void *context, const char *what)
{
    dTHXa(mh_self.perl);
    void *current = PERL_GET_CONTEXT;
    char look[PATH_MAX + 1024];

    /* threads::shared makes an interpreter of its own. */
    PERL_SET_CONTEXT(mh_self.perl);
    snprintf(look, sizeof(look), "%s%s", what, mh_behind_origin(aTHX));
    stop_at(aTHX_ look, look, fork);
    PERL_SET_CONTEXT(current);
}

/* NULL, or why it could not be loaded, from malloc(). */
static char *load_profiler(pTHX)
{
    const mh_perl_start_t *start = mh_self.start;
    mh_profiler_t profiler = { .library = start->pool.library,
                               .folder = start->pool.profile };
    const char *why;

    if (!start->pool.profile || !start->pool.library)
        return NULL;
    profiler.files = start->pool.numbers.profile_files;
    profiler.bytes = start->pool.numbers.profile_bytes;
    why = mh_profiler_load(aTHX_ & profiler);
    return why ? strdup(why) : NULL;
}

/*
 * Modules of PERL5OPT are not watched. If they have memory that forks of this
 * process would share, or objects that call the kernel unseen, no script can be
 * kept from these, so perl itself is executed.
 */
static void check_base(void)
{
    const char *why = mh_trace_memory();

    if (!why)
        why = mh_elf_unseen();
    if (why)
        fail(why, strlen(why));
}

void mh_perl_zygote_at_script(int fd, void *context)
{
    dTHXa(mh_self.perl);
    int error = errno;
    char *refused;
    char *skipped;

    /* A module that PERL5OPT names is read before the script. */
    if (strNE(CopFILE(&PL_compiling), PL_origfilename)) {
        mh_trace_at_script(mh_perl_zygote_at_script, NULL);
        return;
    }
    /* With -x perl reads before it has %ENV, and no zygote can stand there. */
    if (!PL_envgv &&
        (!mh_self.start->script || mh_self.mode == MH_MODE_UNSHARED))
        fail("", 0);
    mh_self.script_fd = fd;
    /* The profiler sets a variable for a moment, before %ENV is guarded. */
    refused = load_profiler(aTHX);
    mh_trace_environ_is(&mh_self.start->pool.environ);
    if (mh_self.start->script) {
        free(refused);
        check_base();
        make_direct_zygote(fd);
    } else {
        refused = load_modules(aTHX_ refused, &skipped);
        check_base();
        mh_pages_separate(aTHX);
        mh_perl_template_layer();
        say_base_ready(refused, skipped);
        make_zygote(aTHX_ fd, &mh_spawn_loop(_Fork)->message);
    }
    if (mh_self.mode != MH_MODE_UNSHARED) {
        mh_probe_compile_start(mh_self.script);
        mh_trace_set_varies(&zygote.varies);
        mh_trace_on(stop, NULL);
    } else {
        make_templates(aTHX_ _Fork, NULL, NULL);
    }
    errno = error;
}

/*
 * END blocks and destructors belong to a failed compilation, and may stop it.
 */
static _Noreturn void end_failed(pTHX)
{
    const char *output;
    size_t size;
    int status;

    zygote.failed = true;
    status = mh_finish_perl(aTHX);
    if (mh_self.kind == MH_PERL_RUN)
        mh_finish_with(status);
    if (mh_self.kind == MH_PERL_ZYGOTE)
        mh_trace_off();
    mh_capture_take();
    output = mh_capture_text(&size);
    fail(output, size);
}

void mh_perl_zygote_parsed(pTHX_ int status)
{
    int error = errno;

    if (mh_self.kind == MH_PERL_RUN && status)
        mh_finish_uncompiled();
    if (mh_self.kind == MH_PERL_RUN)
        return;
    if (mh_self.mode != MH_MODE_UNSHARED)
        mh_probe_compile_done(mh_self.script, !status);
    if (status || mh_self.kind == MH_PERL_BASE)
        end_failed(aTHX);
    zygote.parsed = true;
    if (mh_self.mode == MH_MODE_SHARED)
        mh_patience_begin(aTHX);
    else
        stop_at(aTHX_ "at its beginning", NULL, _Fork);
    /* Value of $!, and exit code of die(). */
    errno = error;
}

void mh_perl_zygote_ran(pTHX)
{
    int error = errno;

    if (mh_self.kind == MH_PERL_ZYGOTE)
        stop_at(aTHX_ "at its end", NULL, _Fork);
    errno = error;
}
