/*
 * stub_aarch64.S - a function of functions.S on arm64.
 *
 * It keeps everything that a caller may pass: registers of integers and of
 * vectors, the address of a result (x8), and what lies on the stack, as the
 * function that it calls in the end has the same frame. Only x16 and x17 are
 * free.
 */
#define FRAME 224 /* the caller's frame and return, ten integers, vectors */

        .text

        .macro  stub row:req
        hint    #34 /* bti c */
        adrp    x16, mh_trace_state
        ldr     w16, [x16, :lo12:mh_trace_state]
        tbnz    w16, #0, .Lcall\@ /* MH_TRACE_WATCHING */
        adrp    x16, \row
        ldr     x16, [x16, :lo12:\row]
        cbz     x16, .Lcall\@
        br      x16
.Lcall\@:
        adrp    x16, \row
        add     x16, x16, :lo12:\row
        b       look
        .endm

/* Calls mh_function_called() with the row in x16, then what it returns. */
        .type   look, %function
look:
        .cfi_startproc
        stp     x29, x30, [sp, #-FRAME]!
        .cfi_def_cfa_offset FRAME
        .cfi_offset x29, -FRAME
        .cfi_offset x30, 8 - FRAME
        mov     x29, sp
        stp     x0, x1, [sp, #16]
        stp     x2, x3, [sp, #32]
        stp     x4, x5, [sp, #48]
        stp     x6, x7, [sp, #64]
        str     x8, [sp, #80]
        stp     q0, q1, [sp, #96]
        stp     q2, q3, [sp, #128]
        stp     q4, q5, [sp, #160]
        stp     q6, q7, [sp, #192]
        mov     x0, x16
        mov     x1, x30
        bl      mh_function_called
        mov     x16, x0
        ldp     q6, q7, [sp, #192]
        ldp     q4, q5, [sp, #160]
        ldp     q2, q3, [sp, #128]
        ldp     q0, q1, [sp, #96]
        ldr     x8, [sp, #80]
        ldp     x6, x7, [sp, #64]
        ldp     x4, x5, [sp, #48]
        ldp     x2, x3, [sp, #32]
        ldp     x0, x1, [sp, #16]
        ldp     x29, x30, [sp], #FRAME
        .cfi_restore x29
        .cfi_restore x30
        .cfi_def_cfa_offset 0
        br      x16
        .cfi_endproc
        .size   look, . - look

/* A program with -mbranch-protection keeps it if all of its parts have it. */
        .pushsection .note.gnu.property, "a", %note
        .balign 8
        .word   4, 16, 5 /* of the name, of the rest; NT_GNU_PROPERTY_TYPE_0 */
        .string "GNU"
        .word   0xc0000000, 4, 1, 0 /* AARCH64_FEATURE_1_AND: BTI */
        .popsection
