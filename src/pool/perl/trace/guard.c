/*
 * guard.c - see guard.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/trace/guard.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "pool/perl/trace/part.h"
#include "pool/perl/trace/trap.h"
#include "pool/rollback/change.h"
#include "shared/perl/compat.h"

/* Size of the largest page in use. */
#define PAGE 4096
/* A hash that is two thirds full gets a larger array, elsewhere. */
#define BUCKETS 512
#define WORDS_MAX 255
#define ENVIRON_SIZE (2 * PAGE)
#define VARIABLES_MAX 300

/* Bodies on pages of their own. Iterating needs the hash's. */
typedef struct bodies_t {
    mh_perl_hash_body_t hash;
    char fill[PAGE - sizeof(mh_perl_hash_body_t)];
    XPVAV words;
} bodies_t;

_Static_assert(sizeof(XPVAV) <= PAGE, "each body fits its page");
_Static_assert(ENVIRON_SIZE / sizeof(char *) > VARIABLES_MAX, "and environ");

static struct {
    HV *hash;
    AV *words;
    bodies_t *bodies;
    char **environ; /* from malloc(): perl may give it another size later */
    bool closed;
    bool uncovered;
    bool words_shown;
    void (*touched)(const char *what);
    struct sigaction before;
} guard;

extern char **environ;

static bool is_within(const char *at, const void *from, size_t size)
{
    return at >= (const char *)from && at < (const char *)from + size;
}

/* NULL: the address is not on a guarded page. */
static const char *guarded(const char *at)
{
    if (!guard.closed)
        return NULL;
    if (is_within(at, guard.environ, ENVIRON_SIZE))
        return "looks at the environment";
    if (!is_within(at, guard.bodies, 2 * PAGE))
        return NULL;
    return is_within(at, &guard.bodies->words, PAGE) ? MH_LOOKS_AT_WORDS
                                                     : "looks at all of %ENV";
}

/*
 * The signal is the process's own. A fault happens again when the handler
 * returns; a signal that a process has sent does not.
 */
static void give_back(bool sent)
{
    mh_pause_t pause = mh_trace_pause();

    sigaction(SIGSEGV, &guard.before, NULL);
    if (sent)
        raise(SIGSEGV);
    mh_trace_resume(pause);
}

/* The signal is not blocked meanwhile: Perl code runs here. */
static void fault(int number, siginfo_t *info, void *context)
{
    /* si_code: the kernel's are positive; only a fault has an address. */
    bool sent = info->si_code <= 0;
    const char *what = sent ? NULL : guarded(info->si_addr);
    bool shown = guard.words_shown;
    int error = errno;

    if (!sent && !what && mh_trap_clock(context))
        return;
    if (what)
        guard.touched(what);
    if (!what || (guard.closed && guard.words_shown == shown))
        give_back(sent);
    errno = error;
}

static void *own_pages(size_t size)
{
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED)
        abort();
    return pages;
}

/* The old bodies are abandoned: perl's lists do not miss them. */
static void move_hash(pTHX)
{
    hv_iterinit(guard.hash); /* now it has an iterator */
    hv_ksplit(guard.hash, BUCKETS);
    memcpy(&guard.bodies->hash, SvANY(guard.hash), sizeof(mh_perl_hash_body_t));
    SvANY(guard.hash) = (XPVHV *)&guard.bodies->hash;
}

static void move_words(pTHX)
{
    av_extend(guard.words, WORDS_MAX);
    memcpy(&guard.bodies->words, SvANY(guard.words), sizeof(XPVAV));
    SvANY(guard.words) = &guard.bodies->words;
}

static void move_environ(void)
{
    guard.environ = aligned_alloc(PAGE, ENVIRON_SIZE);
    if (!guard.environ)
        abort();
    guard.environ[0] = NULL;
    environ = guard.environ;
}

static void protect(int rights)
{
    if (mprotect(guard.bodies, 2 * PAGE, rights) ||
        mprotect(guard.environ, ENVIRON_SIZE, rights))
        abort();
}

void mh_guard_close(pTHX_ void (*touched)(const char *what))
{
    struct sigaction action = { .sa_flags = SA_SIGINFO | SA_NODEFER };

    guard.hash = (HV *)SvREFCNT_inc_simple_NN((SV *)GvHVn(PL_envgv));
    guard.words = (AV *)SvREFCNT_inc_simple_NN((SV *)GvAVn(PL_argvgv));
    guard.bodies = own_pages(2 * PAGE);
    move_hash(aTHX);
    move_words(aTHX);
    move_environ();
    guard.touched = touched;
    action.sa_sigaction = fault;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &guard.before);
    protect(PROT_NONE);
    guard.closed = true;
    mh_trap_handled(true);
}

void mh_guard_show_words(void)
{
    guard.words_shown = true;
    if (mprotect(&guard.bodies->words, PAGE, PROT_READ))
        abort();
}

bool mh_guard_words_are_shown(void)
{
    return guard.words_shown;
}

void mh_guard_uncover(void)
{
    if (guard.closed && !guard.uncovered)
        protect(PROT_READ | PROT_WRITE);
    guard.uncovered = true;
}

void mh_guard_open(void)
{
    if (!guard.closed)
        return;
    mh_guard_uncover();
    mh_trap_handled(false);
    guard.closed = false;
    sigaction(SIGSEGV, &guard.before, NULL);
    mh_change_signal(SIGSEGV);
    mh_trace_signals_block();
}

struct sigaction *mh_guard_action(void)
{
    return guard.closed ? &guard.before : NULL;
}

void mh_guard_release(pTHX)
{
    HV *hash = guard.hash;
    AV *words = guard.words;

    if (guard.closed)
        return;
    guard.hash = NULL;
    guard.words = NULL;
    SvREFCNT_dec(hash);
    SvREFCNT_dec(words);
}

bool mh_guard_is_closed(void)
{
    return guard.closed;
}

bool mh_guard_lends(void)
{
    return guard.closed && environ != guard.environ;
}

HV *mh_guard_hash(pTHX)
{
    return guard.hash ? guard.hash : GvHVn(PL_envgv);
}

AV *mh_guard_words(pTHX)
{
    return guard.words ? guard.words : GvAVn(PL_argvgv);
}

bool mh_guard_has(const SV *sv)
{
    return guard.closed && sv &&
           (sv == (const SV *)guard.hash || sv == (const SV *)guard.words);
}

char **mh_guard_take_environ(size_t count)
{
    char **taken = guard.environ;

    guard.environ = NULL;
    return taken && count < ENVIRON_SIZE / sizeof(char *) ? taken : NULL;
}

bool mh_guard_has_room(size_t variables, size_t words)
{
    return !guard.closed || (variables <= VARIABLES_MAX && words <= WORDS_MAX);
}
