/*
 * raw.h - system calls that touch nothing of libc.
 *
 * libc's own functions write to errno, which belongs to the run. A template's
 * code must not write to it. The result is the kernel's: -errno for an error.
 */
#ifndef MEHARI_POOL_ROLLBACK_RAW_H
#define MEHARI_POOL_ROLLBACK_RAW_H

#include <stdint.h>
#include <sys/syscall.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define MH_ROLLBACK_POSSIBLE 1
#else
#define MH_ROLLBACK_POSSIBLE 0
#endif

/*
 * If perl was built with -DDEBUGGING, perl.h defines `register` as nothing, and
 * the arguments would be in other registers.
 */
#undef register

#if defined(__x86_64__)
static inline long mh_raw6(long number, long a, long b, long c, long d, long e,
                           long f)
{
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                       "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}
#elif defined(__aarch64__)
static inline long mh_raw6(long number, long a, long b, long c, long d, long e,
                           long f)
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;

    __asm__ volatile("svc 0"
                     : "+r"(x0)
                     : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                     : "memory");
    return x0;
}
#else
#include <errno.h>
#include <unistd.h>
static inline long mh_raw6(long number, long a, long b, long c, long d, long e,
                           long f)
{
    long result = syscall(number, a, b, c, d, e, f);

    return result < 0 ? -errno : result;
}
#endif

/* The kernel's size of a set of signals. */
#define MH_SIGNAL_BYTES 8

static inline long mh_raw3(long number, long a, long b, long c)
{
    return mh_raw6(number, a, b, c, 0, 0, 0);
}

static inline long mh_raw_pointer(const void *pointer)
{
    return (long)(uintptr_t)pointer;
}

#endif
