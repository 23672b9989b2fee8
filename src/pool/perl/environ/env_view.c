/*
 * env_view.c - see env_view.h.
 */
#define PERL_NO_GET_CONTEXT
#include "pool/perl/environ/env_view.h"

#include "pool/perl/environ/assignment.h"
#include "pool/perl/environ/environ.h"
#include "pool/perl/trace/guard.h"
#include "pool/perl/trace/trace.h"
#include "pool/perl/trace/vetted.h"
#include "shared/memory.h"
#include "pool/perl/environ/variable.h"

#define LOOKS "looks at $ENV{%s}"

typedef struct variable_t {
    char *name;
    char *seen;         /* value at the first look; NULL: there was none */
    char *before;       /* value at the first touch since the trace is on */
    const char *module; /* the hidden module that looked; NULL: the script */
    bool read;          /* the value that code saw matters */
    bool written;       /* its later value is compile-time code's own */
    bool touched;       /* since the trace was turned on */
    bool kept;          /* code may hold a reference to its scalar */
} variable_t;

static struct {
    variable_t *list;
    size_t count;
    size_t room;
    HV *view;
    runops_proc_t runops; /* perl's own, until the guard is closed */
} variables;

extern char **environ;

/* A compilation without memory for its dependencies must not be used. */
static char *copy(const char *text)
{
    char *own = text ? strdup(text) : NULL;

    if (text && !own)
        abort();
    return own;
}

static bool same(const char *one, const char *other)
{
    return one && other ? strcmp(one, other) == 0 : one == other;
}

/* --- variables that were looked at --- */

static variable_t *find(const char *name, const char *module)
{
    for (size_t i = 0; i < variables.count; i++) {
        variable_t *variable = &variables.list[i];

        if (variable->module == module && strcmp(variable->name, name) == 0)
            return variable;
    }
    return NULL;
}

static variable_t *add(const char *name, const char *value)
{
    variable_t *variable;

    if (variables.count == variables.room) {
        variables.room = 2 * variables.room + 64;
        variables.list = mh_grow(variables.list,
                                 variables.room * sizeof(variable_t));
    }
    variable = &variables.list[variables.count++];
    *variable = (variable_t){ .name = copy(name),
                              .seen = copy(value),
                              .module = mh_trace_module() };
    return variable;
}

HV *mh_env_view_elements(pTHX)
{
    return mh_guard_is_closed() ? variables.view : mh_guard_hash(aTHX);
}

static SV *element(pTHX_ const char *name)
{
    SV **value = hv_fetch(mh_env_view_elements(aTHX), name, (I32)strlen(name),
                          0);

    return value ? *value : NULL;
}

/*
 * NULL: no value. Valid until the next call. Under -T its magic would taint the
 * running statement, which has not seen the value.
 */
static const char *value_of(pTHX_ const char *name)
{
    SV *value = element(aTHX_ name);

    return value && SvOK(value) ? SvPV_nomg_nolen(value) : NULL;
}

static variable_t *touch(pTHX_ const char *name)
{
    variable_t *variable = find(name, mh_trace_module());

    if (!variable)
        variable = add(name, value_of(aTHX_ name));
    if (!variable->touched) {
        free(variable->before);
        variable->before = copy(value_of(aTHX_ name));
    }
    variable->touched = true;
    return variable;
}

/*
 * Variables that every request has, or may have. Without this guess, a first
 * compilation would assume that no request has them.
 */
static bool is_usual(const char *name)
{
    static const char *const beginnings[] = {
        "CONTENT_",    "GEOIP_",    "H2",          "HTTP_",
        "QUERY_",      "REDIRECT_", "REMOTE_ADDR", "REMOTE_HOST",
        "REMOTE_PORT", "REQUEST_",  "SCRIPT_NAME", "SCRIPT_UR",
        "SERVER_ADDR", "SERVER_NA", "SERVER_PO",   "SERVER_PROTO",
        "SSL_",        "UNIQUE_ID",
    };

    for (size_t i = 0; i < C_ARRAY_LENGTH(beginnings); i++)
        if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

/* True if requests have different values, as far as is known. */
static bool differs(pTHX_ const char *name)
{
    const variable_t *variable = find(name, NULL);
    bool own = variable && variable->written;

    return !mh_trace_module() && !own &&
           (mh_trace_varies(name) || (!element(aTHX_ name) && is_usual(name)));
}

/* True if the running code does the same with any value. */
static bool is_vetted(const char *name)
{
    char what[256];

    return snprintf(what, sizeof(what), LOOKS, name) < (int)sizeof(what) &&
           mh_vetted_has(what);
}

static bool note(pTHX_ const char *name)
{
    variable_t *variable;

    if (!mh_watching())
        return mh_guard_is_closed();
    if (is_vetted(name))
        return true;
    if (differs(aTHX_ name)) {
        mh_trace_unshareable(LOOKS, name);
        if (!mh_guard_is_closed())
            return false;
    }
    variable = touch(aTHX_ name);
    variable->read |= !variable->written;
    return true;
}

/* --- elements of the view --- */

static SV *add_element(pTHX_ const char *name, I32 length, SV *value)
{
    mh_assignment_watch(aTHX_ value, name, length);
    (void)hv_store(variables.view, name, length, value, 0);
    return value;
}

/* --- work of the operators --- */

SV *mh_env_view_fetch(pTHX_ const char *name, mh_look_e look)
{
    SV *value;

    if (look != MH_LOOK_WRITE && !note(aTHX_ name))
        return NULL;
    if (look != MH_LOOK_READ) {
        variable_t *variable = touch(aTHX_ name);

        variable->kept = true;
        variable->written |= look == MH_LOOK_WRITE;
    }
    value = element(aTHX_ name);
    return value || look == MH_LOOK_READ
               ? value
               : add_element(aTHX_ name, (I32)strlen(name), newSV(0));
}

SV *mh_env_view_renew(pTHX_ const char *name)
{
    variable_t *variable = touch(aTHX_ name);

    variable->kept = variable->written = true;
    return add_element(aTHX_ name, (I32)strlen(name), newSV(0));
}

bool mh_env_view_exists(pTHX_ const char *name)
{
    return note(aTHX_ name) && element(aTHX_ name);
}

SV *mh_env_view_delete(pTHX_ const char *name, bool wanted)
{
    variable_t *variable;

    if (wanted && !note(aTHX_ name))
        return NULL;
    variable = touch(aTHX_ name);
    variable->kept = variable->written = true;
    mh_assignment_gone(name);
    return hv_delete(variables.view, name, (I32)strlen(name),
                     wanted ? 0 : G_DISCARD);
}

const char *mh_variable_value(const char *name)
{
    dTHX;

    return note(aTHX_ name) ? value_of(aTHX_ name) : NULL;
}

/* --- variables that functions of libc read themselves --- */

#define LENT_MAX 16

char **mh_variable_lend(const char *const *names)
{
    dTHX;
    static char *lent[LENT_MAX + 1];
    char **own = environ;
    size_t count = 0;

    for (const char *const *name = names; *name; name++)
        if (!note(aTHX_ * name))
            return NULL;
    for (const char *const *name = names; *name && count < LENT_MAX; name++) {
        const char *value = value_of(aTHX_ * name);

        if (value && asprintf(&lent[count], "%s=%s", *name, value) < 0)
            abort();
        count += value != NULL;
    }
    lent[count] = NULL;
    environ = lent;
    return own;
}

void mh_variable_give_back(char **own)
{
    for (char **at = environ; *at; at++)
        free(*at);
    environ = own;
}

/* --- on and off --- */

/* Access to all of it, or in an unknown way. */
/*
 * Opens the guard in a process that forks no children. %ENV and environ are
 * then the view, with the changes of compile-time code.
 */
static void show(void);

/*
 * Nearly no request has words. A request with words is run by perl itself, and
 * the next zygote stops here.
 */
static bool has_no_words(const char *what)
{
    return strcmp(what, MH_LOOKS_AT_WORDS) == 0 && mh_watching() &&
           mh_trace_whose() == MH_WHOSE_SCRIPT && !mh_guard_words_are_shown() &&
           !mh_trace_varies(MH_WIRE_WORDS);
}

static void touched(const char *what)
{
    dTHX;
    mh_pause_t pause;

    if (has_no_words(what)) {
        mh_guard_show_words();
        return;
    }
    mh_trace_unshareable("%s", what);
    if (!mh_guard_is_closed() || !mh_trace_is_on())
        return;
    /*
     * The look has been reported already. The code also sees values that it
     * wrote itself.
     */
    pause = mh_trace_pause();
    show();
    mh_trace_resume(pause);
}

static void fill_view(pTHX_ const mh_wire_field_t *list)
{
    if (!variables.view)
        variables.view = newHV();
    hv_clear(variables.view);
    TAINT;
    for (const char *at = mh_wire_next(list, NULL); at;
         at = mh_wire_next(list, at)) {
        const char *sign = strchr(at, '=');

        if (sign)
            add_element(aTHX_ at, (I32)(sign - at), newSVpv(sign + 1, 0));
    }
    TAINT_NOT;
}

static void close_guard(pTHX)
{
    mh_environ_make_room(aTHX);
    mh_guard_close(aTHX_ touched);
}

/* The first Perl code runs: the interpreter is complete. */
static int close_and_run(pTHX)
{
    mh_pause_t pause = mh_trace_pause();

    PL_runops = variables.runops;
    close_guard(aTHX);
    mh_trace_resume(pause);
    return PL_runops(aTHX);
}

void mh_trace_environ_is(const mh_wire_field_t *list)
{
    dTHX;

    fill_view(aTHX_ list);
    if (mh_guard_is_closed())
        return;
    if (PL_envgv) {
        close_guard(aTHX);
        return;
    }
    variables.runops = PL_runops;
    PL_runops = close_and_run;
}

/* Environment that this process was started with; from malloc(). */
static mh_wire_field_t own_environ(void)
{
    mh_wire_field_t list = { NULL, 0 };
    size_t size = 0;
    char *text;

    for (char **at = environ; *at; at++)
        size += strlen(*at) + 1;
    list.data = text = malloc(size + 1);
    if (!text)
        abort();
    for (char **at = environ; *at; at++)
        text = stpcpy(text, *at) + 1;
    list.size = (uint32_t)size;
    return list;
}

void mh_trace_environ_on(void)
{
    if (!variables.view) {
        mh_wire_field_t list = own_environ();

        mh_trace_environ_is(&list);
        free((char *)list.data);
    }
    for (size_t i = 0; i < variables.count; i++)
        variables.list[i].touched = false;
}

/* A variable that a module loaded ahead sets must be put back. */
static void finish(pTHX_ const variable_t *variable)
{
    if (variable->module &&
        !same(value_of(aTHX_ variable->name), variable->before))
        mh_trace_unshareable("changes the variable %s", variable->name);
}

void mh_trace_environ_off(void)
{
    dTHX;

    for (size_t i = 0; i < variables.count; i++)
        if (variables.list[i].touched && mh_guard_is_closed())
            finish(aTHX_ & variables.list[i]);
}

/* --- in a child --- */

static const char *value_in(const mh_wire_field_t *environ, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = mh_wire_next(environ, NULL); at;
         at = mh_wire_next(environ, at))
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return at + length + 1;
    return NULL;
}

bool mh_trace_environ_agrees(const mh_wire_field_t *environ, const char **name)
{
    for (size_t i = 0; i < variables.count; i++) {
        const variable_t *variable = &variables.list[i];

        if (!variable->read || variable->module ||
            same(value_in(environ, variable->name), variable->seen))
            continue;
        *name = variable->name;
        return false;
    }
    return true;
}

bool mh_env_view_module_agrees(const char *module)
{
    dTHX;

    for (size_t i = 0; i < variables.count; i++) {
        const variable_t *variable = &variables.list[i];

        if (variable->read && variable->module == module &&
            ((mh_watching() && mh_trace_varies(variable->name)) ||
             !same(value_of(aTHX_ variable->name), variable->seen)))
            return false;
    }
    return true;
}

void mh_env_view_adopt(const char *module)
{
    dTHX;
    size_t count = variables.count;

    for (size_t i = 0; i < count && mh_watching(); i++)
        if (variables.list[i].read && variables.list[i].module == module)
            note(aTHX_ variables.list[i].name);
}

/* The same scalar is used, as compile-time code may have a reference to it. */
static void install(pTHX_ HV *hash, const char *name)
{
    SV *value = *hv_fetch(variables.view, name, (I32)strlen(name), 0);

    mh_assignment_release(value);
    SvREFCNT_inc_simple_void_NN(value);
    if (!hv_store(hash, name, (I32)strlen(name), value, 0))
        SvREFCNT_dec(value);
}

void mh_trace_apply_environ(void)
{
    dTHX;
    HV *hash = mh_guard_hash(aTHX);

    for (size_t i = 0; i < variables.count; i++) {
        const char *name = variables.list[i].name;

        if (variables.list[i].module || !variables.list[i].kept)
            continue;
        if (hv_exists(variables.view, name, (I32)strlen(name)))
            install(aTHX_ hash, name);
        else
            (void)hv_delete(hash, name, (I32)strlen(name), G_DISCARD);
    }
    mh_assignment_repeat(aTHX);
}

static void show(void)
{
    dTHX;
    mh_wire_field_t list = { NULL, 0 };
    HE *entry;

    mh_guard_open();
    mh_environ_replace(aTHX_ & list);
    hv_iterinit(variables.view);
    while ((entry = hv_iternext(variables.view))) {
        SV **slot = hv_fetch(mh_guard_hash(aTHX), HeKEY(entry), HeKLEN(entry),
                             1);

        sv_setsv_mg(*slot, HeVAL(entry));
    }
}
