/*
 * stub_x86_64.S - a function of functions.S on x86-64.
 *
 * It keeps everything that a caller may pass: registers of integers and of
 * vectors, their number in AL, and what lies on the stack, as the function that
 * it calls in the end has the same frame. Only r11 is free.
 */
#ifdef __has_include
#if __has_include(<cet.h>)
#include <cet.h>
#endif
#endif

#define FRAME 192 /* eight vectors, eight integers */

        .text

        .macro  stub row:req
        endbr64
        testb   $1, mh_trace_state(%rip) /* MH_TRACE_WATCHING */
        jne     .Lcall\@
        movq    \row(%rip), %r11
        testq   %r11, %r11
        je      .Lcall\@
        jmp     *%r11
.Lcall\@:
        leaq    \row(%rip), %r11
        jmp     look
        .endm

/* Calls mh_function_called() with the row in r11, then what it returns. */
        .type   look, %function
look:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register %rbp
        subq    $FRAME, %rsp
        .set    .Lat, 0
        .irp    vector, 0, 1, 2, 3, 4, 5, 6, 7
        movups  %xmm\vector, .Lat(%rsp)
        .set    .Lat, .Lat + 16
        .endr
        .irp    integer, rax, rdi, rsi, rdx, rcx, r8, r9, r10
        movq    %\integer, .Lat(%rsp)
        .set    .Lat, .Lat + 8
        .endr
        movq    %r11, %rdi
        movq    8(%rbp), %rsi
        call    mh_function_called
        movq    %rax, %r11
        .set    .Lat, 0
        .irp    vector, 0, 1, 2, 3, 4, 5, 6, 7
        movups  .Lat(%rsp), %xmm\vector
        .set    .Lat, .Lat + 16
        .endr
        .irp    integer, rax, rdi, rsi, rdx, rcx, r8, r9, r10
        movq    .Lat(%rsp), %\integer
        .set    .Lat, .Lat + 8
        .endr
        leave
        .cfi_def_cfa %rsp, 8
        jmp     *%r11
        .cfi_endproc
        .size   look, . - look
