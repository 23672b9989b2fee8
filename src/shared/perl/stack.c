/*
 * stack.c - see stack.h.
 */
#define PERL_NO_GET_CONTEXT
#include "EXTERN.h"
#include "perl.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/uio.h>

#include "shared/perl/compat.h"
#include "shared/perl/stack.h"

#define NAME_MAX_SHOWN 200
/* Limit of contexts: loops and bare blocks are contexts too, but no frames. */
#define CONTEXTS_MAX 10000
#define STACKS_MAX 100
#define PAGE 4096

/* Addresses of the interpreter's variables in that process. */
typedef struct places_t {
    const void *curstackinfo;
    const void *curcop;
    const void *op;
    const void *compiling;
} places_t;

typedef struct view_t {
    pid_t pid;
    places_t places;
    uintptr_t at; /* address of the COP of the next frame */
    int frames;
    int contexts;
    const char *trouble; /* reason to end the walk; NULL: none */
    char *text;
    size_t size;
    size_t used;
    size_t lines; /* length of the complete lines */
    bool full;
} view_t;

#ifdef MULTIPLICITY
#define PLACE(perl, variable)                                                  \
    ((const char *)(perl) + offsetof(struct interpreter, I##variable))
#else
/* Another program of ours may have the variables at another distance. */
static const places_t own = {
    .curstackinfo = &PL_curstackinfo,
    .curcop = &PL_curcop,
    .op = &PL_op,
    .compiling = &PL_compiling,
};
#endif

uint64_t mh_stack_perl(const struct interpreter *perl)
{
#ifdef MULTIPLICITY
    return (uint64_t)(uintptr_t)perl;
#else
    return perl ? (uint64_t)(uintptr_t)&own : 0;
#endif
}

/* --- reading ------------------------------------------------------------ */

static bool fetch(view_t *view, uintptr_t address, void *to, size_t size)
{
    struct iovec here = { to, size };
    struct iovec there = { (void *)address, size };

    errno = 0;
    if (process_vm_readv(view->pid, &here, 1, &there, 1, 0) == (ssize_t)size)
        return true;
    view->trouble = errno ? strerror(errno) : "its memory changed meanwhile";
    return false;
}

/* Fetches a pointer that the interpreter has in a variable. */
static bool fetch_root(view_t *view, const void *place, uintptr_t *to)
{
    return fetch(view, (uintptr_t)place, to, sizeof(*to));
}

static bool find_places(view_t *view, uintptr_t perl)
{
#ifdef MULTIPLICITY
    view->places = (places_t){
        .curstackinfo = PLACE(perl, curstackinfo),
        .curcop = PLACE(perl, curcop),
        .op = PLACE(perl, op),
        .compiling = PLACE(perl, compiling),
    };
    return true;
#else
    return fetch(view, perl, &view->places, sizeof(places_t));
#endif
}

#ifdef USE_ITHREADS
/* Fetches a string of unknown length: a page at a time, since the next page may
 * not be mapped. */
static bool fetch_string(view_t *view, uintptr_t address,
                         char to[NAME_MAX_SHOWN])
{
    size_t done = 0;

    while (done < NAME_MAX_SHOWN) {
        size_t in_page = PAGE - (address + done) % PAGE;
        size_t size = NAME_MAX_SHOWN - done;

        if (size > in_page)
            size = in_page;
        if (!fetch(view, address + done, to + done, size))
            return false;
        if (memchr(to + done, '\0', size))
            return true;
        done += size;
    }
    memcpy(to + NAME_MAX_SHOWN - 4, "...", 4);
    return true;
}
#endif

static bool fetch_sized(view_t *view, uintptr_t address, size_t length,
                        char to[NAME_MAX_SHOWN])
{
    bool cut = length > NAME_MAX_SHOWN - 4;

    if (cut)
        length = NAME_MAX_SHOWN - 4;
    if (!fetch(view, address, to, length))
        return false;
    memcpy(to + length, cut ? "..." : "", cut ? 4 : 1);
    return true;
}

/* Converts Latin-1 to UTF-8. */
static void widen(char text[NAME_MAX_SHOWN])
{
    char narrow[NAME_MAX_SHOWN];
    size_t used = 0;

    strcpy(narrow, text);
    for (const char *at = narrow; *at && used < NAME_MAX_SHOWN - 2; at++) {
        unsigned char c = (unsigned char)*at;

        if (c >= 0x80)
            text[used++] = (char)(0xc0 | c >> 6);
        text[used++] = (char)(c < 0x80 ? c : 0x80 | (c & 0x3f));
    }
    text[used] = '\0';
}

static bool fetch_hek(view_t *view, uintptr_t hek, char to[NAME_MAX_SHOWN])
{
    uintptr_t key = hek + offsetof(HEK, hek_key);
    I32 length;
    char flags;

    if (!fetch(view, hek + offsetof(HEK, hek_len), &length, sizeof(length)))
        return false;
    if (length < 0) {
        view->trouble = "a name has no length";
        return false;
    }
    if (!fetch_sized(view, key, (size_t)length, to) ||
        !fetch(view, key + (size_t)length + 1, &flags, 1))
        return false;
    if (flags & HVhek_WASUTF8)
        widen(to);
    return true;
}

static bool fetch_gv_name(view_t *view, uintptr_t address,
                          char to[NAME_MAX_SHOWN], uintptr_t *stash)
{
    struct gv gv;
    XPVGV body;

    if (!fetch(view, address, &gv, sizeof(gv)))
        return false;
    if ((gv.sv_flags & SVTYPEMASK) != SVt_PVGV) {
        view->trouble = "a glob is invalid";
        return false;
    }
    if (!fetch(view, (uintptr_t)gv.sv_any, &body, sizeof(body)))
        return false;
    *stash = (uintptr_t)body.xnv_u.xgv_stash;
    return fetch_hek(view, (uintptr_t)body.xiv_u.xivu_namehek, to);
}

static bool fetch_stash_name(view_t *view, uintptr_t address,
                             char to[NAME_MAX_SHOWN])
{
    struct hv hv;
    XPVHV body;
    struct xpvhv_aux more;
    uintptr_t name;

    if (!fetch(view, address, &hv, sizeof(hv)))
        return false;
    if ((hv.sv_flags & SVTYPEMASK) != SVt_PVHV || !(hv.sv_flags & SVf_OOK)) {
        view->trouble = "a package is invalid";
        return false;
    }
    if (!fetch(view, (uintptr_t)hv.sv_any, &body, sizeof(body)) ||
        !fetch(view, mh_perl_hash_more(&hv, &body), &more, sizeof(more)))
        return false;
    name = (uintptr_t)more.xhv_name_u.xhvnameu_name;
    /* A package with several names has a list of them here. */
    if (more.xhv_name_count && !fetch(view, name, &name, sizeof(name)))
        return false;
    if (!name) {
        strcpy(to, "__ANON__");
        return true;
    }
    return fetch_hek(view, name, to);
}

/* Fetches the name of a sub, and its package. */
static bool fetch_cv_name(view_t *view, uintptr_t address,
                          char package[NAME_MAX_SHOWN],
                          char name[NAME_MAX_SHOWN])
{
    struct cv cv;
    XPVCV body;
    uintptr_t stash;
    bool named;

    if (!fetch(view, address, &cv, sizeof(cv)))
        return false;
    if ((cv.sv_flags & SVTYPEMASK) != SVt_PVCV) {
        view->trouble = "a sub is invalid";
        return false;
    }
    if (!fetch(view, (uintptr_t)cv.sv_any, &body, sizeof(body)))
        return false;
    stash = (uintptr_t)body.xcv_stash;
    if (body.xcv_flags & CVf_NAMED)
        named = fetch_hek(view, (uintptr_t)body.xcv_gv_u.xcv_hek, name);
    else
        named = fetch_gv_name(view, (uintptr_t)body.xcv_gv_u.xcv_gv, name,
                              &stash);
    return named && fetch_stash_name(view, stash, package);
}

/* Fetches the text of a string scalar. */
static bool fetch_pv(view_t *view, uintptr_t address, char to[NAME_MAX_SHOWN])
{
    struct sv sv;
    XPV body;

    if (!fetch(view, address, &sv, sizeof(sv)))
        return false;
    if (!(sv.sv_flags & SVf_POK) || (sv.sv_flags & SVTYPEMASK) < SVt_PV) {
        view->trouble = "a string is invalid";
        return false;
    }
    return fetch(view, (uintptr_t)sv.sv_any, &body, sizeof(body)) &&
           fetch_sized(view, (uintptr_t)sv.sv_u.svu_pv, body.xpv_cur, to);
}

static bool fetch_file(view_t *view, const COP *cop, char to[NAME_MAX_SHOWN])
{
#ifdef USE_ITHREADS
    return fetch_string(view, (uintptr_t)cop->cop_file, to);
#else
    uintptr_t stash;

    if (!fetch_gv_name(view, (uintptr_t)cop->cop_filegv, to, &stash))
        return false;
    /* The glob of a file is called _< and the file's name. */
    if (!strncmp(to, "_<", 2))
        memmove(to, to + 2, strlen(to + 2) + 1);
    return true;
#endif
}

/* --- writing ------------------------------------------------------------ */

/* Names are the user's: bytes that are not text must not reach a log. */
static void add(view_t *view, const char *string)
{
    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;

        if (view->used + 1 >= view->size) {
            view->full = true;
            return;
        }
        view->text[view->used++] = (char)(c < 0x20 || c == 0x7f ? '?' : c);
    }
}

/* A line that does not fit is dropped as a whole. */
static void end_line(view_t *view)
{
    if (view->used + 1 >= view->size)
        view->full = true;
    if (!view->full) {
        view->text[view->used++] = '\n';
        view->lines = view->used;
    }
    view->used = view->lines;
    view->text[view->used] = '\0';
}

static void add_remark(view_t *view, const char *before, const char *remark)
{
    view->used = view->lines;
    add(view, "(");
    add(view, before);
    add(view, remark);
    add(view, ")");
    end_line(view);
}

/* Adds the running operator in brackets, after the innermost frame. */
static void add_activity(view_t *view)
{
    uintptr_t address;
    OP op;

    if (view->at == (uintptr_t)view->places.compiling) {
        add(view, " (compiling)");
        return;
    }
    if (!fetch_root(view, view->places.op, &address) || !address ||
        !fetch(view, address, &op, sizeof(op)) || op.op_type >= MAXO)
        return;
    add(view, " (");
    add(view, PL_op_desc[op.op_type]);
    add(view, ")");
}

static bool add_place(view_t *view)
{
    char file[NAME_MAX_SHOWN];
    char line[32];
    COP cop;

    if (!fetch(view, view->at, &cop, sizeof(cop)) ||
        !fetch_file(view, &cop, file))
        return false;
    if (!*file) {
        view->trouble = "it changes while it is read";
        return false;
    }
    snprintf(line, sizeof(line), " line %lu", (unsigned long)cop.cop_line);
    add(view, " at ");
    add(view, file);
    add(view, line);
    if (!view->frames)
        add_activity(view);
    return true;
}

static bool add_sub(view_t *view, uintptr_t cv)
{
    char package[NAME_MAX_SHOWN];
    char name[NAME_MAX_SHOWN];

    if (!fetch_cv_name(view, cv, package, name))
        return false;
    add(view, package);
    add(view, "::");
    add(view, name);
    return true;
}

static bool add_eval(view_t *view, const PERL_CONTEXT *context)
{
    U16 op = CxOLD_OP_TYPE(context);
    uintptr_t name = (uintptr_t)context->blk_eval.old_namesv;
    char file[NAME_MAX_SHOWN];

    if (!name || (op != OP_REQUIRE && op != OP_DOFILE)) {
        add(view, CxTRYBLOCK(context) ? "eval {...}" : "eval \"...\"");
        return true;
    }
    if (!fetch_pv(view, name, file))
        return false;
    add(view, op == OP_REQUIRE ? "require " : "do ");
    add(view, file);
    return true;
}

/* --- the walk ----------------------------------------------------------- */

static bool add_frame(view_t *view, const PERL_CONTEXT *context)
{
    bool named = true;

    if (CxTYPE(context) == CXt_SUB)
        named = add_sub(view, (uintptr_t)context->blk_sub.cv);
    else if (CxTYPE(context) == CXt_EVAL)
        named = add_eval(view, context);
    else
        add(view, "format");
    if (!named || !add_place(view))
        return false;
    end_line(view);
    view->frames++;
    view->at = (uintptr_t)context->blk_oldcop;
    return true;
}

static bool is_frame(const PERL_CONTEXT *context)
{
    switch (CxTYPE(context)) {
    case CXt_SUB:
        /* Code in a pattern has the line of the pattern. */
        return !(context->cx_type & CXp_SUB_RE_FAKE);
    case CXt_EVAL:
    case CXt_FORMAT:
        return true;
    default:
        return false;
    }
}

static bool walk_contexts(view_t *view, const PERL_SI *stack)
{
    if (stack->si_cxix < -1 || stack->si_cxix > stack->si_cxmax) {
        view->trouble = "a stack has an impossible length";
        return false;
    }
    for (I32 i = stack->si_cxix; i >= 0; i--) {
        PERL_CONTEXT context;
        uintptr_t address = (uintptr_t)stack->si_cxstack +
                            (uintptr_t)i * sizeof(context);

        if (view->frames >= MH_STACK_FRAMES ||
            view->contexts++ >= CONTEXTS_MAX) {
            view->trouble = "it is too deep";
            return false;
        }
        if (!fetch(view, address, &context, sizeof(context)))
            return false;
        if (is_frame(&context) && !add_frame(view, &context))
            return false;
    }
    return true;
}

/* A sort, a tie, a DESTROY and a signal's handler have stacks of their own. */
static bool walk_stacks(view_t *view)
{
    uintptr_t address;

    if (!fetch_root(view, view->places.curstackinfo, &address))
        return false;
    for (int i = 0; address; i++) {
        PERL_SI stack;

        if (i == STACKS_MAX) {
            view->trouble = "it is too deep";
            return false;
        }
        if (!fetch(view, address, &stack, sizeof(stack)) ||
            !walk_contexts(view, &stack))
            return false;
        address = (uintptr_t)stack.si_prev;
    }
    return true;
}

static bool walk(view_t *view, uintptr_t perl)
{
    if (!find_places(view, perl) ||
        !fetch_root(view, view->places.curcop, &view->at) || !walk_stacks(view))
        return false;
    add(view, "main program");
    if (!add_place(view))
        return false;
    end_line(view);
    return true;
}

size_t mh_stack_read(pid_t pid, uint64_t perl, char *text, size_t size)
{
    view_t view = {
        .pid = pid,
        .text = text,
        .size = size,
    };

    if (!size)
        return 0;
    text[0] = '\0';
    if (!walk(&view, (uintptr_t)perl))
        add_remark(&view,
                   view.lines ? "the rest cannot be shown: "
                              : "the Perl stack cannot be read: ",
                   view.trouble);
    return view.lines;
}
