/*
 * trap.c - see trap.h.
 */
#include "pool/perl/trace/libc.h"

#include "pool/perl/trace/elf.h"
#include "pool/perl/trace/trap.h"

#if defined(__linux__) && defined(__x86_64__)

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#define SYSTEM_CALL_BLOCKED 1

#define FROM_USER_DISPATCH 2 /* si_code: SYS_USER_DISPATCH */
#define CALL_LENGTH 2        /* bytes of `syscall`, and of `int $0x80` */

/* A signal's action in the form of the kernel. */
typedef struct kernel_action_t {
    void *handler;
    unsigned long flags;
    void *end; /* the code that handlers return to */
    unsigned long mask;
} kernel_action_t;

static struct {
    bool on;
    bool tried;
    bool calls;            /* are trapped, too */
    bool handled;          /* SIGSEGV */
    volatile char blocked; /* selector byte that the kernel reads */
    struct sigaction before;
} trap;

MH_REAL(long, syscall, (long number, ...));

/* --- system calls --- */

static void give_signal_back(void)
{
    mh_pause_t pause = mh_trace_pause();

    sigaction(SIGSYS, &trap.before, NULL);
    mh_trace_resume(pause);
}

/*
 * The handler's end puts the mask of signals back that was there at its
 * beginning.
 */
static void keep_mask(ucontext_t *context)
{
    real_syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &context->uc_sigmask,
                 sizeof(unsigned long));
}

/* Result in the kernel's form. */
static long call(const greg_t *registers)
{
    long result = real_syscall(registers[REG_RAX], registers[REG_RDI],
                               registers[REG_RSI], registers[REG_RDX],
                               registers[REG_R10], registers[REG_R8],
                               registers[REG_R9]);

    return result == -1 ? -errno : result;
}

/*
 * In a process that goes on from here the trap is off, so the instruction
 * itself runs again.
 */
static void system_call(int number, siginfo_t *info, void *context)
{
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    int error = errno;

    if (info->si_code != FROM_USER_DISPATCH) {
        give_signal_back();
        real_syscall(SYS_tgkill, real_syscall(SYS_getpid),
                     real_syscall(SYS_gettid), number);
        return;
    }
    if (!mh_elf_may_call(info->si_call_addr))
        mh_trace_unshareable("makes a system call without libc");
    if (!trap.on)
        registers[REG_RIP] -= CALL_LENGTH;
    else if (registers[REG_RAX] == SYS_rt_sigprocmask) {
        registers[REG_RAX] = call(registers);
        keep_mask(context);
    } else
        registers[REG_RAX] = call(registers);
    errno = error;
}

/* --- the clock --- */

static size_t clock_length(const unsigned char *code)
{
    if (code[0] != 0x0f)
        return 0;
    if (code[1] == 0x31) /* rdtsc */
        return 2;
    return code[1] == 0x01 && code[2] == 0xf9 ? 3 : 0; /* rdtscp */
}

static void let_clock(int how)
{
    real_syscall(SYS_prctl, PR_SET_TSC, how, 0, 0, 0);
}

static void read_clock(greg_t *registers, size_t length)
{
    unsigned low;
    unsigned high;
    unsigned processor = 0;

    let_clock(PR_TSC_ENABLE);
    if (length == 3)
        __asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(processor));
    else
        __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    let_clock(PR_TSC_SIGSEGV);
    registers[REG_RAX] = low;
    registers[REG_RDX] = high;
    if (length == 3)
        registers[REG_RCX] = processor;
    registers[REG_RIP] += (greg_t)length;
}

bool mh_trap_clock(void *context)
{
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const void *code = (const void *)registers[REG_RIP];
    int error = errno;
    size_t length;

    /* A jump to an invalid address has no instruction that could be looked at.
     */
    if (!trap.on || registers[REG_TRAPNO] != 13)
        return false;
    length = clock_length(code);
    if (!length)
        return false;
    if (!mh_elf_may_call(code))
        mh_trace_unshareable("reads the processor's clock");
    if (trap.on)
        read_clock(registers, length);
    errno = error;
    return true;
}

/* --- on and off --- */

static void take_signal(void)
{
    struct sigaction action = { .sa_flags = SA_SIGINFO | SA_NODEFER };
    mh_pause_t pause = mh_trace_pause();

    action.sa_sigaction = system_call;
    sigaction(SIGSYS, &action, &trap.before);
    mh_trace_resume(pause);
}

/* Handlers end by a system call, which must be libc's own. */
static bool ends_in(mh_elf_range_t libc)
{
    kernel_action_t action = { .end = NULL };

    real_syscall(SYS_rt_sigaction, SIGSYS, NULL, &action, sizeof(action.mask));
    return mh_elf_is_in(libc, action.end);
}

static bool dispatch(mh_elf_range_t libc)
{
    trap.blocked = SYSTEM_CALL_BLOCKED;
    return !real_syscall(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH,
                         PR_SYS_DISPATCH_ON, libc.from, libc.to - libc.from,
                         &trap.blocked);
}

void mh_trap_on(void)
{
    mh_elf_range_t libc = mh_elf_libc();
    int error = errno;

    if (trap.on || !libc.to)
        return;
    trap.on = true;
    trap.tried = true;
    take_signal();
    trap.calls = ends_in(libc) && dispatch(libc);
    if (!trap.calls)
        give_signal_back();
    if (trap.handled)
        let_clock(PR_TSC_SIGSEGV);
    errno = error;
}

bool mh_trap_sees_calls(void)
{
    if (!trap.tried) {
        mh_trap_on();
        mh_trap_off();
    }
    return trap.calls;
}

struct sigaction *mh_trap_action(void)
{
    return trap.on && trap.calls ? &trap.before : NULL;
}

void mh_trap_handled(bool handled)
{
    trap.handled = handled;
    if (trap.on)
        let_clock(handled ? PR_TSC_SIGSEGV : PR_TSC_ENABLE);
}

void mh_trap_off(void)
{
    int error = errno;

    if (!trap.on)
        return;
    trap.on = false;
    let_clock(PR_TSC_ENABLE);
    if (trap.calls) {
        real_syscall(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH,
                     PR_SYS_DISPATCH_OFF, 0, 0, 0);
        give_signal_back();
    }
    errno = error;
}

#else

void mh_trap_on(void)
{
}

void mh_trap_off(void)
{
}

bool mh_trap_sees_calls(void)
{
    return false;
}

struct sigaction *mh_trap_action(void)
{
    return NULL;
}

void mh_trap_handled(bool handled)
{
}

bool mh_trap_clock(void *context)
{
    return false;
}

#endif
