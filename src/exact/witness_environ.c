/*
 * witness_environ.c - variables of the environment: which were looked at, and
 * what was done to them.
 *
 * Each look at a key of %ENV calls before_key() first ("uvar" magic, perlguts):
 * before the look, so that what is found then is what the request gave.
 * The keys of the hash as a whole are seen in witness_hash.c.
 *
 * Perl calls it only for a hash that has no magic for its elements. So while
 * the witness is on, %ENV loses that by which an assignment to an element
 * reaches the environment of C, and we see to that.
 */
#define PERL_NO_GET_CONTEXT
#include <EXTERN.h>
#include <perl.h>

#include "exact/witness.h"
#include "exact/witness_environ.h"
#include "exact/witness_magic.h"

typedef struct variable_t {
    char *name;
    char *seen;   /* at the first look; NULL: there was none */
    char *before; /* when the witness was turned on, or at the first look */
    char *now;    /* when it was turned off */
    const char *module; /* the hidden module that looked; NULL: the script */
    bool read;          /* what was seen matters */
    bool touched;       /* since the witness was turned on */
    bool changed;       /* now is what compile-time code made of it */
    bool stale;         /* what it was has been replaced from outside */
} variable_t;

static struct {
    variable_t *list;
    size_t count;
    size_t room;
    bool busy;     /* the witness itself looks */
    bool attached; /* %ENV is watched */
} variables;

static I32 before_key(pTHX_ IV action, SV *hash);

static struct ufuncs watched = { before_key, NULL, 0 };

/* Without memory a compilation that nothing would watch must not be used. */
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

static variable_t *find(const char *name, const char *module)
{
    for (size_t i = 0; i < variables.count; i++) {
        variable_t *variable = &variables.list[i];

        if (!variable->stale && variable->module == module &&
            strcmp(variable->name, name) == 0)
            return variable;
    }
    return NULL;
}

static variable_t *add(const char *name, const char *value)
{
    variable_t *variable;

    if (variables.count == variables.room) {
        variables.room = 2 * variables.room + 64;
        variables.list = realloc(variables.list,
                                 variables.room * sizeof(variable_t));
        if (!variables.list)
            abort();
    }
    variable = &variables.list[variables.count++];
    *variable = (variable_t){ .name = copy(name),
                              .seen = copy(value),
                              .before = copy(value),
                              .module = mh_witness_module() };
    return variable;
}

static variable_t *touch(const char *name, const char *value)
{
    variable_t *variable = find(name, mh_witness_module());

    if (!variable)
        variable = add(name, value);
    variable->touched = true;
    return variable;
}

/* False: the process has stopped before the look. */
static bool may_look(const char *name, bool strict)
{
    if (!mh_witness_module() && (strict || mh_witness_varies(name)))
        mh_witness_tell("looks at $ENV{%s}", name);
    return mh_watching();
}

void mh_witness_note_variable(const char *name, const char *value)
{
    if (may_look(name, false))
        touch(name, value)->read = true;
}

/*
 * What %ENV holds; NULL: nothing. Of use until the next call. Under -T its
 * magic would taint the statement that runs, which has not seen the value.
 */
static const char *value_of(pTHX_ SV *key)
{
    HV *hash = GvHV(PL_envgv);
    HE *entry;

    variables.busy = true;
    entry = hv_fetch_ent(hash, key, 0, 0);
    variables.busy = false;
    return entry && SvOK(HeVAL(entry)) ? SvPV_nomg_nolen(HeVAL(entry)) : NULL;
}

static const char *value_of_name(pTHX_ const char *name)
{
    SV *key = sv_2mortal(newSVpv(name, 0));

    return value_of(aTHX_ key);
}

/*
 * `$ENV{X} = ...` and `delete $ENV{X};` do not care what was there. Every other
 * use might.
 */
static bool only_writes(pTHX_ IV action)
{
    if (!PL_op)
        return false;
    if (action & HV_DELETE)
        return PL_op->op_type == OP_DELETE && GIMME_V == G_VOID &&
               !(PL_op->op_private & OPpLVAL_INTRO);
    return action & HV_FETCH_LVALUE &&
           (PL_op->op_type == OP_HELEM || PL_op->op_type == OP_MULTIDEREF) &&
           !(PL_op->op_private & OPpLVAL_INTRO) && PL_op->op_next &&
           PL_op->op_next->op_type == OP_SASSIGN;
}

static bool is_there(pTHX_ HV *hash, SV *key)
{
    bool there;

    variables.busy = true;
    there = hv_exists_ent(hash, key, 0);
    variables.busy = false;
    return there;
}

/* An element that is about to be made is made here, with its magic. */
static void make_element(pTHX_ HV *hash, SV *key)
{
    STRLEN length;
    const char *name = SvPV(key, length);
    SV *value = newSV(0);

    sv_magic(value, NULL, PERL_MAGIC_envelem, name, (I32)length);
    variables.busy = true;
    if (!hv_store_ent(hash, key, value, 0))
        SvREFCNT_dec(value);
    variables.busy = false;
}

static void keep_environment(pTHX_ IV action, HV *hash, SV *key)
{
    if (action & HV_DELETE)
        my_setenv(SvPV_nolen(key), NULL);
    else if (action & HV_FETCH_LVALUE && !is_there(aTHX_ hash, key))
        make_element(aTHX_ hash, key);
}

static I32 before_key(pTHX_ IV action, SV *hash)
{
    MAGIC *magic = mg_find(hash, PERL_MAGIC_uvar);
    SV *key = magic ? magic->mg_obj : NULL;
    variable_t *variable;

    if (variables.busy || !mh_watching() || !key || !SvOK(key))
        return 0;
    if (!only_writes(aTHX_ action) &&
        !may_look(SvPV_nolen(key), mh_witness_is_strict()))
        return 0;
    variable = touch(SvPV_nolen(key), value_of(aTHX_ key));
    if (!only_writes(aTHX_ action))
        variable->read = true;
    keep_environment(aTHX_ action, (HV *)hash, key);
    return 0;
}

/* The environment may be another one than when the witness was last on. */
static void begin(pTHX_ variable_t *variable)
{
    const char *value = value_of_name(aTHX_ variable->name);

    variable->touched = false;
    if (!same(value, variable->changed ? variable->now : variable->seen))
        variable->stale = true;
    free(variable->before);
    variable->before = copy(value);
}

void mh_witness_environ_on(void)
{
    dTHX;

    if (variables.attached || !PL_envgv)
        return;
    for (size_t i = 0; i < variables.count; i++)
        if (!variables.list[i].stale)
            begin(aTHX_ & variables.list[i]);
    sv_unmagic((SV *)GvHVn(PL_envgv), PERL_MAGIC_env);
    sv_magic((SV *)GvHVn(PL_envgv), NULL, PERL_MAGIC_uvar, (char *)&watched,
             sizeof(watched));
    variables.attached = true;
}

static void finish(pTHX_ variable_t *variable)
{
    const char *value = value_of_name(aTHX_ variable->name);
    bool changed = !same(value, variable->before);

    if (changed && variable->module)
        mh_witness_tell("changes the variable %s", variable->name);
    /* Written, to what it was: another request's may have been another. */
    if (changed || !variable->read) {
        variable->changed = true;
        free(variable->now);
        variable->now = copy(value);
    }
}

void mh_witness_environ_off(void)
{
    dTHX;

    if (!variables.attached)
        return;
    for (size_t i = 0; i < variables.count; i++)
        if (variables.list[i].touched)
            finish(aTHX_ & variables.list[i]);
    mh_witness_unlink((SV *)GvHVn(PL_envgv), PERL_MAGIC_uvar, NULL);
    hv_magic(GvHVn(PL_envgv), NULL, PERL_MAGIC_env);
    variables.attached = false;
}

/* --- and later --- */

static const char *value_in(const mh_wire_field_t *environ, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = mh_wire_next(environ, NULL); at;
         at = mh_wire_next(environ, at))
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return at + length + 1;
    return NULL;
}

bool mh_witness_environ_agrees(const mh_wire_field_t *environ,
                               const char **name)
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

bool mh_witness_module_agrees(const char *module)
{
    dTHX;

    for (size_t i = 0; i < variables.count; i++) {
        const variable_t *variable = &variables.list[i];

        if (variable->read && variable->module == module &&
            ((mh_watching() && mh_witness_varies(variable->name)) ||
             !same(value_of_name(aTHX_ variable->name), variable->seen)))
            return false;
    }
    return true;
}

void mh_witness_adopt(const char *module)
{
    size_t count = variables.count;

    for (size_t i = 0; i < count; i++)
        if (variables.list[i].read && variables.list[i].module == module)
            mh_witness_note_variable(variables.list[i].name,
                                     variables.list[i].seen);
}

void mh_witness_apply_environ(void)
{
    dTHX;
    HV *hash = GvHV(PL_envgv);

    for (size_t i = 0; i < variables.count; i++) {
        const variable_t *variable = &variables.list[i];
        SV **value;

        if (!variable->changed || variable->stale)
            continue;
        if (!variable->now) {
            (void)hv_delete(hash, variable->name, strlen(variable->name),
                            G_DISCARD);
            continue;
        }
        value = hv_fetch(hash, variable->name, strlen(variable->name), 1);
        sv_setpv_mg(*value, variable->now);
    }
}
