/*
 * parent.c - see parent.h.
 *
 * Perl's own variables are in its interpreter. A change of interpreters
 * exchanges a few KiB of our variables, Perl's context, and the locale, which
 * perl has in the thread.
 */
#include "module/perl/parent.h"
#include "module/perl/perl_life.h"

#include <locale.h>

#include "shared/memory.h"
#include "shared/perl/own.h"

struct mh_parent {
    mh_parent_t *next;
    server_rec *server; /* NULL: of the base */
    PerlInterpreter *perl;
    unsigned generation;
    bool used; /* it was current: see mh_parent_each_used() */
    /* While it is not current: */
    struct mh_context *current;
    struct mh_context *global;
    locale_t locale;
    char *own;
};

static mh_parent_t *find(const server_rec *s);
static void exchange(mh_parent_t *to);
static void push(void);

/* The linker's names for both ends of what MH_OWN marks. */
extern char __start_mh_own[] __attribute__((visibility("hidden")));
extern char __stop_mh_own[] __attribute__((visibility("hidden")));

unsigned mh_parents;

static mh_parent_t base;
static mh_parent_t *parents; /* of virtual hosts */
static mh_parent_t *here = &base;
static mh_parent_t *spares; /* of the last configuration */
static char *blank;         /* a new interpreter's variables */

/* Interpreters that were current before, the youngest last. */
static struct {
    mh_parent_t **list;
    size_t height;
    size_t room;
} stack;

static size_t size_of_own(void)
{
    return (size_t)(__stop_mh_own - __start_mh_own);
}

static char *copy_of(const char *own)
{
    char *copy = malloc(size_of_own());

    if (!copy)
        abort();
    return memcpy(copy, own, size_of_own());
}

void mh_parent_note_blank(void)
{
    if (!blank)
        blank = copy_of(__start_mh_own);
}

/* --- the current interpreter ------------------------------------------ */

bool mh_parent_runs(const server_rec *s)
{
    return find(s) != &base;
}

static mh_parent_t *find(const server_rec *s)
{
    for (mh_parent_t *each = parents; each; each = each->next)
        if (each->server == s)
            return each;
    return &base;
}

static mh_parent_t *find_generation(unsigned generation)
{
    for (mh_parent_t *each = parents; each; each = each->next)
        if (each->perl && each->generation == generation)
            return each;
    return base.perl && base.generation == generation ? &base : NULL;
}

bool mh_parent_is_there(unsigned generation)
{
    return find_generation(generation) != NULL;
}

unsigned mh_parent_generation(const server_rec *s)
{
    return mh_parents ? find(s)->generation : mehari.generation;
}

/* --- change to another interpreter ------------------------------------ */

static void exchange(mh_parent_t *to)
{
    if (to == here)
        return;
    here->current = mehari.current;
    here->global = mehari.global;
    memcpy(here->own, __start_mh_own, size_of_own());
    here->locale = uselocale(to->locale);
    here = to;
    here->used = true;
    mehari.perl = to->perl;
    mehari.generation = to->generation;
    mehari.current = to->current;
    mehari.global = to->global;
    memcpy(__start_mh_own, to->own, size_of_own());
    if (!to->perl)
        return;
    PERL_SET_CONTEXT(to->perl);
    /* Perl changes the process's signals and environment for this one only. */
    PERL_SET_INTERP(to->perl);
}

static void push(void)
{
    if (stack.height == stack.room) {
        stack.room = stack.room * 2 + 16;
        stack.list = mh_grow(stack.list, stack.room * sizeof(mh_parent_t *));
    }
    stack.list[stack.height++] = here;
}

void mh_parent_go(const server_rec *s)
{
    push();
    exchange(find(s));
}

bool mh_parent_go_generation(unsigned generation)
{
    mh_parent_t *parent = find_generation(generation);

    push();
    if (parent)
        exchange(parent);
    return parent != NULL;
}

/*
 * If the caller entered before there was a second interpreter, there is nothing
 * to restore.
 */
void mh_parent_return(void)
{
    if (stack.height > 0)
        exchange(stack.list[--stack.height]);
}

void mh_parent_each(void (*function)(void *data), void *data)
{
    if (!mh_parents) {
        function(data);
        return;
    }
    push();
    for (mh_parent_t *each = parents; each; each = each->next) {
        exchange(each);
        function(data);
    }
    exchange(&base);
    function(data);
    mh_parent_return();
}

void mh_parent_each_used(void (*function)(void *data), void *data)
{
    push();
    for (mh_parent_t *each = parents; each; each = each->next) {
        if (!each->used)
            continue;
        exchange(each);
        function(data);
        each->used = false;
    }
    mh_parent_return();
}

/*
 * This goes to the bottom of the stack, so that a caller that enters another
 * interpreter comes back to it.
 */
static apr_status_t stay_ends(void *data)
{
    if (mh_parents && stack.height == 0)
        exchange(&base);
    return APR_SUCCESS;
}

void mh_parent_stay(request_rec *r)
{
    if (!mh_parents || stack.height > 0)
        return;
    exchange(find(r->server));
    apr_pool_cleanup_register(r->pool, r, stay_ends, apr_pool_cleanup_null);
}

/* --- begin and end of interpreters ------------------------------------ */

/*
 * The memory of its variables is used again after a restart, as that of the
 * base interpreter is.
 */
static mh_parent_t *new_parent(void)
{
    mh_parent_t *parent = spares;

    if (parent) {
        spares = parent->next;
        return parent;
    }
    parent = calloc(1, sizeof(*parent));
    if (!parent)
        abort();
    parent->own = copy_of(blank);
    return parent;
}

static mh_parent_t *make(server_rec *s)
{
    mh_parent_t *parent = new_parent();

    if (!base.own)
        base.own = copy_of(blank);
    base.perl = mehari.perl;
    base.generation = mehari.generation;
    parent->server = s;
    parent->perl = NULL;
    parent->generation = 0;
    parent->current = parent->global = NULL;
    parent->locale = LC_GLOBAL_LOCALE;
    parent->next = parents;
    parents = parent;
    mh_parents++;
    return parent;
}

/* The interpreter is not current, and its Perl has ended. */
static void drop(mh_parent_t *parent)
{
    mh_parent_t **link = &parents;

    while (*link != parent)
        link = &(*link)->next;
    *link = parent->next;
    mh_parents--;
    parent->next = spares;
    spares = parent;
}

/* The variables of a perl without MULTIPLICITY are the process's own. */
static const char *refused(void)
{
#ifdef MULTIPLICITY
    return NULL;
#else
    return "MH1010: PerlOptions +Parent needs a perl that was built with "
           "-Dusemultiplicity or -Dusethreads; this one has one interpreter in "
           "a process";
#endif
}

const char *mh_parent_start(server_rec *s, const apr_array_header_t *switches,
                            apr_pool_t *pconf)
{
    mh_parent_t *parent;
    const char *why = refused();

    if (why || find(s) != &base)
        return why;
    parent = make(s);
    push();
    exchange(parent);
    why = mh_interpreter_start_own(s, switches, pconf);
    parent->perl = mehari.perl;
    parent->generation = mehari.generation;
    mh_parent_return();
    if (why)
        drop(parent);
    return why;
}

void mh_parents_end(void)
{
    while (parents) {
        mh_parent_t *parent = parents;

        exchange(parent);
        mh_interpreter_end_own();
        exchange(&base);
        drop(parent);
    }
    stack.height = 0;
}

void mh_parents_abandon(void)
{
    stack.height = 0;
    for (mh_parent_t *each = parents; each; each = each->next)
        each->perl = NULL;
    base.perl = NULL;
    mehari.perl = NULL;
}
