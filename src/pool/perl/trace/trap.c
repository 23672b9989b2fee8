/*
 * trap.c - see trap.h.
 */
#include "pool/perl/trace/libc.h"

#include "pool/perl/trace/trap.h"

#if defined(__linux__) && defined(__x86_64__)

#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#define SYSTEM_CALL_BLOCKED 1

#define FROM_USER_DISPATCH 2 /* si_code: SYS_USER_DISPATCH */
#define CALL_LENGTH 2        /* of the instructions syscall and int $0x80 */

typedef struct range_t {
    uintptr_t from;
    uintptr_t to;
} range_t;

static struct {
    bool searched;
    bool on;
    bool handled;          /* SIGSEGV */
    volatile char blocked; /* selector byte that the kernel reads */
    range_t libc;
    range_t trusted[16];
    size_t count;
    struct sigaction before;
} trap;

MH_REAL(long, syscall, (long number, ...));

/* --- whose code it is --- */

static bool is_in(range_t range, uintptr_t at)
{
    return at >= range.from && at < range.to;
}

/* glibc before 2.34 has threads in a library of its own. */
static bool is_part_of_libc(const char *name)
{
    static const char *const parts[] = { "ld-", "ld.so", "linux-vdso.",
                                         "libpthread", "librt.",
                                         /* sanitizers */
                                         "libasan", "libubsan", "liblsan",
                                         "libtsan" };

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (strncmp(name, parts[i], strlen(parts[i])) == 0)
            return true;
    return false;
}

/* musl has one file for libc and ld.so. */
static bool is_libc(const char *name)
{
    return strncmp(name, "libc.so", 7) == 0 || strncmp(name, "libc-", 5) == 0 ||
           strncmp(name, "ld-musl", 7) == 0;
}

static range_t code_of(const struct dl_phdr_info *object)
{
    range_t range = { 0, 0 };

    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];

        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
            continue;
        range.from = object->dlpi_addr + part->p_vaddr;
        range.to = range.from + part->p_memsz;
    }
    return range;
}

static int take_object(struct dl_phdr_info *object, size_t size, void *context)
{
    const char *slash = strrchr(object->dlpi_name, '/');
    const char *name = slash ? slash + 1 : object->dlpi_name;

    if (is_libc(name))
        trap.libc = code_of(object);
    else if ((!*name || is_part_of_libc(name)) &&
             trap.count < sizeof(trap.trusted) / sizeof(trap.trusted[0]))
        trap.trusted[trap.count++] = code_of(object);
    return 0;
}

static bool is_trusted(const void *code)
{
    uintptr_t at = (uintptr_t)code;

    for (size_t i = 0; i < trap.count; i++)
        if (is_in(trap.trusted[i], at))
            return true;
    return is_in(trap.libc, at);
}

/* --- system calls --- */

static void give_signal_back(void)
{
    mh_pause_t pause = mh_trace_pause();

    sigaction(SIGSYS, &trap.before, NULL);
    mh_trace_resume(pause);
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
 * In a process that goes on from here the trap is off: the instruction itself
 * runs again.
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
    if (!is_trusted(info->si_call_addr))
        mh_trace_unshareable("makes a system call without libc");
    if (trap.on)
        registers[REG_RAX] = call(registers);
    else
        registers[REG_RIP] -= CALL_LENGTH;
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
    if (!is_trusted(code))
        mh_trace_unshareable("reads the processor's clock");
    if (trap.on)
        read_clock(registers, length);
    errno = error;
    return true;
}

/* --- on and off --- */

/* Handlers of signals end by a system call; it must not be libpthread's. */
static bool find_libc(void)
{
#ifndef MH_LIBC_ONE_LIBRARY
    trap.searched = true;
#endif
    if (!trap.searched)
        dl_iterate_phdr(take_object, NULL);
    trap.searched = true;
    return trap.libc.to != 0;
}

static void take_signal(void)
{
    struct sigaction action = { .sa_flags = SA_SIGINFO | SA_NODEFER };
    mh_pause_t pause = mh_trace_pause();

    action.sa_sigaction = system_call;
    sigaction(SIGSYS, &action, &trap.before);
    mh_trace_resume(pause);
}

void mh_trap_on(void)
{
    int error = errno;

    if (trap.on || !find_libc())
        return;
    trap.blocked = SYSTEM_CALL_BLOCKED;
    trap.on = !real_syscall(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH,
                            PR_SYS_DISPATCH_ON, trap.libc.from,
                            trap.libc.to - trap.libc.from, &trap.blocked);
    if (trap.on)
        take_signal();
    if (trap.on && trap.handled)
        let_clock(PR_TSC_SIGSEGV);
    errno = error;
}

struct sigaction *mh_trap_action(void)
{
    return trap.on ? &trap.before : NULL;
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
    real_syscall(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF,
                 0, 0, 0);
    give_signal_back();
    errno = error;
}

#else

void mh_trap_on(void)
{
}

void mh_trap_off(void)
{
}

struct sigaction *mh_trap_action(void)
{
    return NULL;
}

void mh_trap_handled(bool handled)
{
    (void)handled;
}

bool mh_trap_clock(void *context)
{
    (void)context;
    return false;
}

#endif
