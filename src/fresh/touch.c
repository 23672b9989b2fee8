/*
 * touch.c - see touch.h.
 */
#include "fresh/touch.h"
#include "own.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

static MH_OWN struct {
    bool watching;
    bool blessed;
    bool opened;
    bool alarm;
    bool umask_known;
    mode_t umask;
    int directory;  /* -1: nobody has left it */
    int streams[3]; /* spare descriptors of 0 to 2, or -1 */
    sigset_t blocked;
} touched = { .directory = -1, .streams = { -1, -1, -1 } };

static OP *(*perl_chdir)(pTHX);
static OP *(*perl_umask)(pTHX);
static OP *(*perl_alarm)(pTHX);
static OP *(*perl_bless)(pTHX);
static OP *(*perl_open)(pTHX);
static OP *(*perl_close)(pTHX);

/* Out of the way of the program's own, which may have closed its STDERR. */
int mh_touch_high(int fd)
{
    int high;

    if (fd < 0)
        return -1;
    high = fcntl(fd, F_DUPFD_CLOEXEC, MH_TOUCH_FDS);
    close(fd);
    return high;
}

static void keep_directory(void)
{
    if (touched.watching && touched.directory < 0)
        touched.directory = mh_touch_high(open(".", O_PATH | O_CLOEXEC));
}

static OP *touch_chdir(pTHX)
{
    keep_directory();
    return perl_chdir(aTHX);
}

static void keep_umask(void)
{
    if (!touched.watching || touched.umask_known)
        return;
    touched.umask = umask(0);
    umask(touched.umask);
    touched.umask_known = true;
}

static OP *touch_umask(pTHX)
{
    keep_umask();
    return perl_umask(aTHX);
}

static OP *touch_alarm(pTHX)
{
    touched.alarm = true;
    return perl_alarm(aTHX);
}

static OP *touch_bless(pTHX)
{
    touched.blessed = true;
    return perl_bless(aTHX);
}

/* The one of 0 to 2 that is behind a handle as open() is given it, or -1. */
static int stream_of(pTHX_ SV *handle)
{
    IO *io;

    if (SvROK(handle))
        handle = SvRV(handle);
    if (!isGV_with_GP(handle))
        return -1;
    io = GvIO((GV *)handle);
    if (!io || !IoIFP(io) || PerlIO_fileno(IoIFP(io)) > 2)
        return -1;
    return PerlIO_fileno(IoIFP(io));
}

static void keep_descriptor(int fd)
{
    if (touched.streams[fd] < 0)
        touched.streams[fd] = fcntl(fd, F_DUPFD_CLOEXEC, MH_TOUCH_FDS);
}

static void keep_stream(pTHX_ SV *handle)
{
    int fd;

    if (!touched.watching)
        return;
    fd = stream_of(aTHX_ handle);
    if (fd >= 0)
        keep_descriptor(fd);
}

static OP *touch_open(pTHX)
{
    SV **mark = PL_stack_base + TOPMARK;

    touched.opened = true;
    if (PL_stack_sp > mark)
        keep_stream(aTHX_ mark[1]);
    return perl_open(aTHX);
}

static OP *touch_close(pTHX)
{
    if (PL_op->op_flags & OPf_STACKED || MAXARG > 0)
        keep_stream(aTHX_ * PL_stack_sp);
    return perl_close(aTHX);
}

static void wrap(int type, OP *(*function)(pTHX), OP *(**original)(pTHX))
{
    *original = PL_ppaddr[type];
    PL_ppaddr[type] = function;
}

void mh_touch_install(void)
{
    static bool installed;

    if (installed)
        return;
    installed = true;
    wrap(OP_CHDIR, touch_chdir, &perl_chdir);
    wrap(OP_UMASK, touch_umask, &perl_umask);
    wrap(OP_ALARM, touch_alarm, &perl_alarm);
    wrap(OP_BLESS, touch_bless, &perl_bless);
    wrap(OP_OPEN, touch_open, &perl_open);
    wrap(OP_CLOSE, touch_close, &perl_close);
}

void mh_touch_begin(void)
{
    static bool known;

    if (!known)
        pthread_sigmask(SIG_SETMASK, NULL, &touched.blocked);
    known = true;
    touched.watching = true;
    touched.blessed = touched.opened = false;
    touched.alarm = touched.umask_known = false;
}

static void restore_streams(void)
{
    for (int fd = 0; fd < 3; fd++) {
        if (touched.streams[fd] < 0)
            continue;
        dup2(touched.streams[fd], fd);
        close(touched.streams[fd]);
        touched.streams[fd] = -1;
    }
}

static bool is_loaded(pTHX_ const char *module)
{
    return hv_exists(GvHVn(PL_incgv), module, (I32)strlen(module));
}

/* Which of the modules that can change more of the process are there. */
static MH_OWN struct {
    STRLEN count; /* of all, when we looked last */
    bool posix;
    bool hires;
} loaded;

static void look_at_modules(pTHX)
{
    STRLEN count = HvUSEDKEYS(GvHVn(PL_incgv));

    if (LIKELY(count == loaded.count))
        return;
    loaded.count = count;
    loaded.posix = is_loaded(aTHX_ "POSIX.pm");
    loaded.hires = is_loaded(aTHX_ "Time/HiRes.pm");
}

/* XS functions of modules, which are no operators, set them too. */
static void stop_timers(void)
{
    static const struct itimerval none;

    if (touched.alarm || loaded.posix)
        alarm(0);
    if (!loaded.hires)
        return;
    setitimer(ITIMER_REAL, &none, NULL);
    setitimer(ITIMER_VIRTUAL, &none, NULL);
    setitimer(ITIMER_PROF, &none, NULL);
}

/* Only POSIX can block them. */
static void restore_signals(void)
{
    if (loaded.posix)
        pthread_sigmask(SIG_SETMASK, &touched.blocked, NULL);
}

void mh_touch_undo(pTHX)
{
    touched.watching = false;
    look_at_modules(aTHX);
    stop_timers();
    if (touched.umask_known)
        umask(touched.umask);
    if (touched.directory >= 0) {
        if (fchdir(touched.directory))
            warn("cannot go back to the working directory: %s",
                 Strerror(errno));
        close(touched.directory);
        touched.directory = -1;
    }
    restore_streams();
    restore_signals();
}

/* As a run finds it. */
static int original(int fd)
{
    return touched.streams[fd] < 0 ? fd : touched.streams[fd];
}

static bool same_file(int a, int b)
{
    struct stat left, right;

    return !fstat(a, &left) && !fstat(b, &right) &&
           left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

/*
 * BEGIN { open STDERR, '>&STDOUT' }: then each run's STDERR is its STDOUT. A
 * log file is the same for all runs.
 */
static int take_stream(int fd)
{
    if (touched.streams[fd] < 0 || same_file(fd, touched.streams[fd]))
        return -1;
    for (int other = 0; other < 3; other++)
        if (other != fd && same_file(fd, original(other)))
            return other;
    return fcntl(fd, F_DUPFD_CLOEXEC, MH_TOUCH_FDS);
}

static void apply_stream(int fd, int taken)
{
    if (taken < 0)
        return;
    keep_descriptor(fd);
    dup2(taken < 3 ? original(taken) : taken, fd);
}

void mh_touch_leave(void)
{
    touched.watching = false;
    for (int fd = 0; fd < 3; fd++) {
        if (touched.streams[fd] >= 0)
            close(touched.streams[fd]);
        touched.streams[fd] = -1;
    }
}

void mh_touch_take(mh_touched_t *taken)
{
    *taken = MH_TOUCHED_NOTHING;
    taken->umask_known = touched.umask_known;
    for (int fd = 0; fd < 3; fd++)
        taken->streams[fd] = take_stream(fd);
    if (touched.directory >= 0)
        taken->directory = mh_touch_high(open(".", O_PATH | O_CLOEXEC));
    if (!taken->umask_known)
        return;
    taken->umask = umask(0);
    umask(taken->umask);
}

void mh_touch_apply(const mh_touched_t *taken)
{
    if (taken->directory >= 0) {
        keep_directory();
        (void)!fchdir(taken->directory);
    }
    if (taken->umask_known) {
        keep_umask();
        umask(taken->umask);
    }
    for (int fd = 0; fd < 3; fd++)
        apply_stream(fd, taken->streams[fd]);
}

void mh_touched_free(mh_touched_t *taken)
{
    if (taken->directory >= 0)
        close(taken->directory);
    for (int fd = 0; fd < 3; fd++)
        if (taken->streams[fd] > 2)
            close(taken->streams[fd]);
}

bool mh_touch_opened(void)
{
    return touched.opened;
}

bool mh_touch_blessed(void)
{
    return touched.blessed;
}
