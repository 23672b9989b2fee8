/*
 * table.c - APR::Table: a list of pairs whose keys ignore case and may repeat;
 * and a tied hash of it.
 */
#include "module/api/apr/table.h"
#include "module/api/core/arglist.h"

#include "module/perl/own_stack.h"
#include "module/perl/interpreter.h"
#include "module/request/context/context.h"

static int count(const apr_table_t *table)
{
    return apr_table_elts(table)->nelts;
}

/* Pair i. A change of the table can move its pairs. */
static apr_table_entry_t *pair(const apr_table_t *table, int i)
{
    return &((apr_table_entry_t *)apr_table_elts(table)->elts)[i];
}

static apr_pool_t *pool_of(const apr_table_t *table)
{
    return apr_table_elts(table)->pool;
}

/* The value argument; a table has no undef, so that is an empty string. */
static const char *value_arg(pTHX_ mh_call_t *call)
{
    const char *value = mh_arg_string(aTHX_ call, 1, "");

    return value != NULL ? value : "";
}

/* A value for Perl. Values that the client sent are tainted, as its body is. */
static SV *table_give(pTHX_ const apr_table_t *table, const char *value)
{
    SV *result = mh_string(aTHX_ value);

    if (TAINTING_get && value != NULL && mehari.current != NULL &&
        mehari.current->r->headers_in == table)
        SvTAINTED_on(result);
    return result;
}

static const char *key_arg(pTHX_ mh_call_t *call)
{
    return mh_arg_string(aTHX_ call, 0, "");
}

static SV *table_make(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 0, MH_POOL);
    IV size = mh_arg_int(aTHX_ call, 1, 0);

    if (size < 0 || size > INT_MAX / (IV)sizeof(apr_table_entry_t))
        mh_method_croak(aTHX_ call, "argument 2 must be a number of pairs");
    return mh_object_in_pool(aTHX_ call, 0, MH_TABLE,
                             apr_table_make(pool, (int)size));
}

/* Strings are copied as well: the original's pool may go first. */
static SV *copy(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 0, MH_POOL);

    return mh_object_in_pool(aTHX_ call, 0, MH_TABLE,
                             apr_table_clone(pool, call->self));
}

static SV *overlay(pTHX_ mh_call_t *call)
{
    apr_table_t *other = mh_arg_object(aTHX_ call, 0, MH_TABLE);
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 1, MH_POOL);
    apr_table_t *table = apr_table_overlay(pool, apr_table_clone(pool, other),
                                           apr_table_clone(pool, call->self));

    return mh_object_in_pool(aTHX_ call, 1, MH_TABLE, table);
}

static unsigned flags_arg(pTHX_ mh_call_t *call, int i)
{
    IV flags = mh_arg_int(aTHX_ call, i, APR_OVERLAP_TABLES_SET);

    if (flags != APR_OVERLAP_TABLES_SET && flags != APR_OVERLAP_TABLES_MERGE) {
        mh_method_croak(aTHX_ call,
                        "argument %d must be APR::Const::OVERLAP_TABLES_SET or "
                        "APR::Const::OVERLAP_TABLES_MERGE",
                        i + 1);
    }
    return (unsigned)flags;
}

static SV *overlap(pTHX_ mh_call_t *call)
{
    apr_table_t *other = mh_arg_object(aTHX_ call, 0, MH_TABLE);
    unsigned flags = flags_arg(aTHX_ call, 1);

    apr_table_overlap(call->self, apr_table_clone(pool_of(call->self), other),
                      flags);
    return NULL;
}

static SV *compress(pTHX_ mh_call_t *call)
{
    apr_table_compress(call->self, flags_arg(aTHX_ call, 0));
    return NULL;
}

static SV *table_clear(pTHX_ mh_call_t *call)
{
    apr_table_clear(call->self);
    return NULL;
}

static SV *add(pTHX_ mh_call_t *call)
{
    apr_table_add(call->self, key_arg(aTHX_ call), value_arg(aTHX_ call));
    return NULL;
}

static SV *set(pTHX_ mh_call_t *call)
{
    apr_table_set(call->self, key_arg(aTHX_ call), value_arg(aTHX_ call));
    return NULL;
}

static SV *merge(pTHX_ mh_call_t *call)
{
    apr_table_merge(call->self, key_arg(aTHX_ call), value_arg(aTHX_ call));
    return NULL;
}

static SV *get(pTHX_ mh_call_t *call)
{
    const char *key = key_arg(aTHX_ call);

    if (GIMME_V != G_LIST)
        return table_give(aTHX_ call->self, apr_table_get(call->self, key));
    call->list = (AV *)sv_2mortal((SV *)newAV());
    for (int i = 0; i < count(call->self); i++) {
        const apr_table_entry_t *entry = pair(call->self, i);

        if (strcasecmp(entry->key, key) == 0)
            av_push(call->list,
                    newSVsv(table_give(aTHX_ call->self, entry->val)));
    }
    return NULL;
}

static SV *unset(pTHX_ mh_call_t *call)
{
    apr_table_unset(call->self, key_arg(aTHX_ call));
    return NULL;
}

/* True if the key passes the filter; without a filter every key does. */
static bool passes(pTHX_ SV **filter, int filters, const char *key)
{
    for (int i = 0; i < filters; i++)
        if (strcasecmp(SvPV_nolen(filter[i]), key) == 0)
            return true;
    return filters == 0;
}

/*
 * Calls the code with one pair; true if it wants the next. Its die passes on.
 */
static bool visit(pTHX_ SV *code, const apr_table_t *table, int i)
{
    const apr_table_entry_t *entry = pair(table, i);
    SV *args[2] = { mh_string(aTHX_ entry->key),
                    table_give(aTHX_ table, entry->val) };
    bool go_on;

    ENTER;
    SAVETMPS;
    go_on = cBOOL(SvTRUE(mh_call_apart(aTHX_ code, args, 2, G_SCALAR)));
    FREETMPS;
    LEAVE;
    return go_on;
}

/*
 * $table->do(CODE, FILTER). apr_table_do() is not used, because the code's die
 * would jump over its frame. With this loop the code may also change the table.
 */
static SV *walk(pTHX_ mh_call_t *call)
{
    SV **list = mh_arglist(aTHX_ call);
    apr_table_t *table = call->self;
    SV *owner = sv_2mortal(newSVsv(call->self_sv));

    for (int i = 0; i < count(table); i++) {
        if (!passes(aTHX_ list + 1, call->nargs - 1, pair(table, i)->key))
            continue;
        if (!visit(aTHX_ list[0], table, i))
            return mh_int(aTHX_ 0);
        if (mh_object_peek(aTHX_ owner, MH_TABLE) == NULL)
            mh_method_croak(aTHX_ call, "the code has destroyed the table");
    }
    return mh_int(aTHX_ 1);
}

/*
 * During an iteration, the value is that of the current pair. So each() sees
 * every value of a key that occurs twice.
 */
static SV *fetch(pTHX_ mh_call_t *call)
{
    const char *key = key_arg(aTHX_ call);
    int *position = mh_object_position(call->self_sv);

    if (position != NULL && *position > 0 && *position <= count(call->self)) {
        const apr_table_entry_t *entry = pair(call->self, *position - 1);

        if (strcasecmp(entry->key, key) == 0)
            return table_give(aTHX_ call->self, entry->val);
    }
    return table_give(aTHX_ call->self, apr_table_get(call->self, key));
}

static SV *delete (pTHX_ mh_call_t *call)
{
    const char *key = key_arg(aTHX_ call);
    SV *old = mh_string(aTHX_ apr_table_get(call->self, key));

    apr_table_unset(call->self, key);
    return old;
}

static SV *exists(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ apr_table_get(call->self, key_arg(aTHX_ call)) != NULL);
}

/* The position is one more than the pair's number; 0 is before the first. */
static SV *next_key(pTHX_ mh_call_t *call)
{
    int *position = mh_object_position(call->self_sv);

    if (position == NULL || *position < 0)
        return &PL_sv_undef;
    if (*position >= count(call->self)) {
        *position = 0;
        return &PL_sv_undef;
    }
    return mh_string(aTHX_ pair(call->self, (*position)++)->key);
}

static SV *first_key(pTHX_ mh_call_t *call)
{
    int *position = mh_object_position(call->self_sv);

    if (position != NULL)
        *position = 0;
    return next_key(aTHX_ call);
}

/*
 * Perl makes an element of the tied hash, to be read later. The element at
 * which the iteration stands (it has the iterator's own key) is read now and
 * keeps that value; storing into it still works.
 */
static int prefetch(pTHX_ SV *hash, MAGIC *mg, SV *element, const char *name,
                    I32 length)
{
    HE *at = HvEITER_get((HV *)hash);
    MAGIC *tied = mg_find(element, PERL_MAGIC_tiedelem);

    if (tied != NULL && at != NULL && length == HEf_SVKEY &&
        HeSVKEY(at) == (const SV *)name) {
        mg_get(element);
        tied->mg_flags |= MGf_GSKIP;
    }
    return 0;
}

static const MGVTBL prefetch_magic = {
    .svt_copy = prefetch,
};

void mh_table_prefetch(pTHX_ HV *hash)
{
    MAGIC *mg = sv_magicext((SV *)hash, NULL, PERL_MAGIC_ext, &prefetch_magic,
                            NULL, 0);

    mg->mg_flags |= MGf_COPY;
}

static const mh_method_t table_methods[] = {
    MH_METHOD("copy", "P", copy, "a copy that lives in another pool"),
    MH_METHOD("overlay", "TP", overlay,
              "a new table: the other's pairs, then this one's"),
    MH_METHOD("overlap", "Ti", overlap,
              "add the other's pairs by set or merge"),
    MH_METHOD("compress", "i", compress, "leave one pair for each key"),
    MH_METHOD("clear", "", table_clear, "remove all pairs"),
    MH_METHOD("add", "sS", add, "add a pair, and keep others with its key"),
    MH_METHOD("set", "sS", set, "set a key to one value"),
    MH_METHOD("merge", "sS", merge, "append to a key's value: \"old, new\""),
    MH_METHOD("get", "s", get, "the first value of a key; in list context all"),
    MH_METHOD("unset", "s", unset, "remove all pairs with the key"),
    MH_METHOD("do", "c@", walk,
              "call a sub for each pair, until it returns false"),
    MH_METHOD("FETCH", "s", fetch, "the value, for a tied hash"),
    MH_METHOD("STORE", "sS", set, "set, for a tied hash"),
    MH_METHOD("DELETE", "s", delete, "unset, for a tied hash"),
    MH_METHOD("CLEAR", "", table_clear, "clear, for a tied hash"),
    MH_METHOD("EXISTS", "s", exists, "is the key there?"),
    MH_METHOD("FIRSTKEY", "", first_key, "begin to go through the keys"),
    MH_METHOD("NEXTKEY", "|S", next_key,
              "continue the iteration over the keys"),
    MH_METHOD("make", ":Pi", table_make, "a new table"),
    MH_END,
};

const mh_api_t mh_api_apr_table[] = {
    { "APR::Table", MH_TABLE, table_methods },
    MH_API_END,
};
