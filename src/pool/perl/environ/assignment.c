/*
 * assignment.c - see assignment.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/environ/assignment.h"

#include "pool/perl/trace/part.h"
#include "shared/memory.h"

typedef struct assignment_t {
    char *name;
    char *value; /* NULL: removed */
} assignment_t;

/*
 * In the order of environ: a variable that was removed comes last when it is
 * set again. Each variable has at most one removal and one value.
 */
static struct {
    assignment_t *list;
    size_t count;
    char **environ; /* environ while perl's own function sets it */
} assignments;

extern char **environ;

static char *copy(const char *text)
{
    size_t size = strlen(text) + 1;

    return memcpy(mh_grow(NULL, size), text, size);
}

static void add(const char *name, const char *value)
{
    size_t size = (assignments.count + 1) * sizeof(assignment_t);

    assignments.list = mh_grow(assignments.list, size);
    assignments.list[assignments.count++] =
        (assignment_t){ copy(name), value ? copy(value) : NULL };
}

static void drop(size_t at)
{
    assignment_t *list = assignments.list;

    free(list[at].name);
    free(list[at].value);
    memmove(list + at, list + at + 1,
            (--assignments.count - at) * sizeof(assignment_t));
}

/* A hidden module puts back what it sets (mh_trace_environ_off). */
static bool counts(void)
{
    return !mh_trace_module();
}

static void note(const char *name, const char *value)
{
    for (size_t i = 0; i < assignments.count; i++) {
        assignment_t *known = &assignments.list[i];

        if (known->value && strcmp(known->name, name) == 0) {
            free(known->value);
            known->value = copy(value);
            return;
        }
    }
    add(name, value);
}

void mh_assignment_gone(const char *name)
{
    if (!counts())
        return;
    for (size_t i = assignments.count; i-- > 0;)
        if (strcmp(assignments.list[i].name, name) == 0)
            drop(i);
    add(name, NULL);
}

/* --- the magic --- */

/* True if perl can turn the value into bytes without running the script's
 * code. */
static bool is_plain(pTHX_ SV *value)
{
    return !SvROK(value) && sv_utf8_downgrade(value, true);
}

static char **scratch(void)
{
    if (!assignments.environ) {
        assignments.environ = mh_grow(NULL, sizeof(char *));
        assignments.environ[0] = NULL;
    }
    return assignments.environ;
}

/*
 * perl's function makes a string of the value, and looks at the folders of a
 * PATH under -T; that may stop the compilation. The process that goes on has an
 * environ of its own, with what was noted.
 */
static int is_assigned(pTHX_ SV *value, MAGIC *magic)
{
    const char *name = magic->mg_ptr;
    char **own = environ;
    int result;

    if (mh_guard_is_closed() && !is_plain(aTHX_ value))
        mh_trace_unshareable("sets $ENV{%s} to what is no string", name);
    if (!mh_guard_is_closed())
        return PL_vtbl_envelem.svt_set(aTHX_ value, magic);
    if (counts())
        note(name, SvOK(value) ? SvPV_nomg_nolen(value) : "");
    environ = scratch();
    result = PL_vtbl_envelem.svt_set(aTHX_ value, magic);
    if (mh_guard_is_closed()) {
        assignments.environ = environ;
        environ = own;
    }
    return result;
}

/* Only an element of %ENV itself is cleared. */
static int is_cleared(pTHX_ SV *value, MAGIC *magic)
{
    return mh_guard_is_closed() ? 0
                                : PL_vtbl_envelem.svt_clear(aTHX_ value, magic);
}

static const MGVTBL element_magic = { .svt_set = is_assigned,
                                      .svt_clear = is_cleared };

void mh_assignment_watch(pTHX_ SV *element, const char *name, I32 length)
{
    (void)sv_magicext(element, NULL, PERL_MAGIC_envelem, &element_magic, name,
                      length);
}

void mh_assignment_release(SV *element)
{
    MAGIC *magic = mg_find(element, PERL_MAGIC_envelem);

    if (magic)
        magic->mg_virtual = (MGVTBL *)(uintptr_t)&PL_vtbl_envelem;
}

/* --- repeating in a child --- */

void mh_assignment_repeat(pTHX)
{
    for (size_t i = 0; i < assignments.count; i++)
        my_setenv(assignments.list[i].name, assignments.list[i].value);
}
