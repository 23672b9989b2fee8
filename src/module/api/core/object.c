/*
 * object.c - see object.h.
 */
#include "module/api/core/object.h"
#include "module/api/core/owner.h"
#include "module/perl/interpreter.h"
#include "module/request/context/context.h"
#include "shared/memory.h"

/*
 * Limit of nesting: a hash that holds a request under "r" may hold another such
 * hash there instead.
 */
#define NESTING 8

static int forget(pTHX_ SV *sv, MAGIC *mg);
static int duplicate(pTHX_ MAGIC *mg, CLONE_PARAMS *params);
static void refuse_stale(pTHX_ mh_object_kind_e kind, const char *call,
                         int argument) __attribute__((noreturn));
static void refuse_type(pTHX_ SV *sv, mh_object_kind_e kind, const char *call,
                        int argument) __attribute__((noreturn));

static mh_object_hooks_t hooks[MH_KINDS];

void mh_object_hook(mh_object_kind_e kind, const mh_object_hooks_t *given)
{
    hooks[kind] = *given;
}

static const MGVTBL object_magic = {
    .svt_free = forget,
    .svt_dup = duplicate,
};

/* --- making ----------------------------------------------------------- */

/* Threads of Perl, which have copies of objects, come and go at any time. */
static void refer(mh_entry_t *entry)
{
    __atomic_fetch_add(&entry->magics, 1, __ATOMIC_RELAXED);
}

static void attach(pTHX_ SV *sv, mh_entry_t *entry)
{
    MAGIC *mg = sv_magicext(sv, NULL, PERL_MAGIC_ext, &object_magic,
                            (const char *)entry, 0);

    mg->mg_flags |= MGf_DUP;
    refer(entry);
}

/* A blessed scalar with our magic. Returns it with one reference. */
static SV *new_scalar(pTHX_ mh_entry_t *entry)
{
    SV *sv = newSViv(0);
    SV *ref = newRV_inc(sv);

    sv_bless(ref, mh_object_stash(entry->kind));
    SvREFCNT_dec_NN(ref);
    attach(aTHX_ sv, entry);
    return sv;
}

/* A blessed hash, tied to such a scalar. */
static SV *new_hash(pTHX_ mh_entry_t *entry)
{
    HV *hash = newHV();
    SV *ref = newRV_inc((SV *)hash);
    SV *tie;

    entry->tie = new_scalar(aTHX_ entry);
    tie = newRV_noinc(entry->tie);
    sv_bless(ref, mh_object_stash(entry->kind));
    SvREFCNT_dec_NN(ref);
    attach(aTHX_(SV *) hash, entry);
    if (hooks[entry->kind].tied)
        hooks[entry->kind].tied(aTHX_ hash);
    hv_magic(hash, (GV *)tie, PERL_MAGIC_tied);
    SvREFCNT_dec_NN(tie);
    return (SV *)hash;
}

/*
 * This memory is libc's. A thread of Perl that has a copy of the object may
 * free it, and perl's memory belongs to one interpreter.
 */
static mh_entry_t *new_entry(pTHX_ mh_object_kind_e kind)
{
    mh_entry_t *entry = mh_grow(NULL, sizeof(*entry));

    Zero(entry, 1, mh_entry_t);
    entry->kind = kind;
    entry->sv = kind == MH_TABLE ? new_hash(aTHX_ entry)
                                 : new_scalar(aTHX_ entry);
    return entry;
}

static void bind_entry(pTHX_ mh_entry_t *entry, void *ptr)
{
    entry->ptr = ptr;
    entry->position = 0;
    sv_setiv(entry->tie != NULL ? entry->tie : entry->sv, PTR2IV(ptr));
}

/*
 * Returns a mortal reference. It is the only one unless the owner has one, too.
 */
static SV *make(pTHX_ mh_object_kind_e kind, void *ptr, mh_owner_t *owner,
                bool held)
{
    mh_entry_t *entry = mh_owner_spare(kind);

    if (entry == NULL)
        entry = new_entry(aTHX_ kind);
    bind_entry(aTHX_ entry, ptr);
    mh_owner_add(aTHX_ owner, entry, held);
    return sv_2mortal(newRV_noinc(entry->sv));
}

/* Owners and stashes are those of one interpreter. */
static void refuse_thread(pTHX)
{
#ifdef MULTIPLICITY
    if (aTHX != mehari.perl) {
        croak("objects of httpd cannot be made in a thread of Perl; make them "
              "before it starts");
    }
#endif
}

/* The object of ptr that the pool has already, or a new one. */
static SV *find_or_make(pTHX_ mh_object_kind_e kind, void *ptr,
                        mh_owner_t *owner, HV *stash, bool held)
{
    mh_entry_t *entry = mh_owner_find(owner, kind, ptr, stash);

    return entry != NULL ? sv_2mortal(newRV_inc(entry->sv))
                         : make(aTHX_ kind, ptr, owner, held);
}

SV *mh_object(pTHX_ mh_object_kind_e kind, void *ptr, apr_pool_t *pool)
{
    if (ptr == NULL)
        return &PL_sv_undef;
    refuse_thread(aTHX);
    if (mh_class(kind)->perl_owned)
        return make(aTHX_ kind, ptr, mh_owner(pool), false);
    return find_or_make(aTHX_ kind, ptr, mh_owner(pool), mh_object_stash(kind),
                        true);
}

SV *mh_object_shared(pTHX_ mh_object_kind_e kind, void *ptr, apr_pool_t *pool)
{
    if (ptr == NULL)
        return &PL_sv_undef;
    refuse_thread(aTHX);
    return find_or_make(aTHX_ kind, ptr, mh_owner(pool), NULL, false);
}

SV *mh_object_owned(pTHX_ mh_object_kind_e kind, void *ptr, apr_pool_t *pool)
{
    if (ptr == NULL)
        return &PL_sv_undef;
    refuse_thread(aTHX);
    return make(aTHX_ kind, ptr, mh_owner(pool), false);
}

SV *mh_object_request(pTHX_ request_rec *r)
{
    mh_context_t *context;
    SV *ref;

    if (r == NULL)
        return &PL_sv_undef;
    refuse_thread(aTHX);
    context = mh_context(r);
    if (context->object != NULL &&
        SvSTASH(context->object) == mh_object_stash(MH_REQUEST))
        return sv_2mortal(newRV_inc(context->object));
    ref = mh_object(aTHX_ MH_REQUEST, r, r->pool);
    context->object = SvRV(ref);
    return ref;
}

SV *mh_object_connection(pTHX_ conn_rec *c)
{
    return c == NULL ? &PL_sv_undef
                     : mh_object(aTHX_ MH_CONNECTION, c, c->pool);
}

SV *mh_object_server(pTHX_ server_rec *s)
{
    return s == NULL ? &PL_sv_undef
                     : mh_object(aTHX_ MH_SERVER, s, s->process->pconf);
}

SV *mh_object_pool(pTHX_ apr_pool_t *pool)
{
    return mh_object(aTHX_ MH_POOL, pool, pool);
}

SV *mh_object_table(pTHX_ apr_table_t *table, apr_pool_t *pool)
{
    return mh_object(aTHX_ MH_TABLE, table, pool);
}

/* --- reading ---------------------------------------------------------- */

static MAGIC *our_magic(SV *sv)
{
    MAGIC *mg;

    if (SvTYPE(sv) < SVt_PVMG)
        return NULL;
    for (mg = SvMAGIC(sv); mg != NULL; mg = mg->mg_moremagic)
        if (mg->mg_virtual == &object_magic)
            return mg;
    return NULL;
}

static mh_entry_t *entry_of(SV *sv)
{
    MAGIC *mg = SvROK(sv) ? our_magic(SvRV(sv)) : NULL;

    return mg == NULL ? NULL : (mh_entry_t *)mg->mg_ptr;
}

static bool serves_as(mh_object_kind_e kind, mh_object_kind_e wanted)
{
    while (kind != wanted && kind != MH_NONE)
        kind = mh_class(kind)->parent;
    return kind == wanted;
}

/*
 * Another XS module may have made an object of its own for one of ours, as
 * libapreq's Apache2::Request for $r. It keeps ours alive by magic that no Perl
 * code can forge. NULL when sv is no such object.
 */
static SV *made_for(pTHX_ SV *sv)
{
    MAGIC *mg = SvTYPE(SvRV(sv)) == SVt_PVMG ? mg_find(SvRV(sv), PERL_MAGIC_ext)
                                             : NULL;

    if (mg == NULL || mg->mg_obj == NULL || our_magic(mg->mg_obj) == NULL)
        return NULL;
    return sv_2mortal(newRV_inc(mg->mg_obj));
}

/* A subclass may be a hash that holds the real object. */
static SV *unwrap(pTHX_ SV *sv)
{
    int depth;

    for (depth = 0; depth < NESTING; depth++) {
        SV **inner;

        if (!sv_isobject(sv) || our_magic(SvRV(sv)) != NULL)
            return sv;
        if (SvTYPE(SvRV(sv)) != SVt_PVHV) {
            SV *ours = made_for(aTHX_ sv);

            return ours != NULL ? ours : sv;
        }
        inner = hv_fetchs((HV *)SvRV(sv), "r", 0);
        if (inner == NULL)
            inner = hv_fetchs((HV *)SvRV(sv), "_r", 0);
        if (inner == NULL)
            return sv;
        sv = *inner;
        SvGETMAGIC(sv);
    }
    return sv;
}

void *mh_object_peek(pTHX_ SV *sv, mh_object_kind_e kind)
{
    mh_entry_t *entry = entry_of(sv);

    if (entry == NULL && kind == MH_REQUEST && SvROK(sv))
        entry = entry_of(unwrap(aTHX_ sv));
    if (entry == NULL || !serves_as(entry->kind, kind))
        return NULL;
    return entry->ptr;
}

mh_object_kind_e mh_object_kind(SV *sv)
{
    mh_entry_t *entry = entry_of(sv);

    return entry == NULL ? MH_NONE : entry->kind;
}

bool mh_object_is_owned(SV *sv)
{
    mh_entry_t *entry = entry_of(sv);

    return entry != NULL && entry->ptr != NULL && !entry->held &&
           entry->sv == SvRV(sv);
}

apr_pool_t *mh_object_owner(SV *sv, apr_pool_t *otherwise)
{
    mh_entry_t *entry = entry_of(sv);

    return entry != NULL && entry->owner != NULL ? mh_owner_pool(entry->owner)
                                                 : otherwise;
}

int *mh_object_position(SV *sv)
{
    static int nowhere;
    mh_entry_t *entry = entry_of(sv);

    return entry == NULL ? &nowhere : &entry->position;
}

/* --- refusing --------------------------------------------------------- */

const char *mh_describe(pTHX_ SV *sv)
{
    SV *text = sv_newmortal();

    if (!SvOK(sv))
        return "undef";
    if (!SvROK(sv)) {
        STRLEN length;
        const char *string = SvPV_nomg(sv, length);

        sv_setpvs(text, "");
        pv_pretty(text, string, length, 32, NULL, NULL,
                  PERL_PV_PRETTY_DUMP | PERL_PV_ESCAPE_UNI_DETECT);
    } else {
        const char *what = sv_reftype(SvRV(sv), TRUE);

        sv_setpvf(text, "%s %s %s", strchr("AEIO", *what) ? "an" : "a", what,
                  SvOBJECT(SvRV(sv)) ? "object" : "reference");
    }
    return SvPVX(text);
}

/* Room for "argument N: ". */
#define PLACE 32

static const char *place(char *buffer, int argument)
{
    buffer[0] = '\0';
    if (argument != 0)
        apr_snprintf(buffer, PLACE, "argument %d: ", argument);
    return buffer;
}

static void refuse_stale(pTHX_ mh_object_kind_e kind, const char *call,
                         int argument)
{
    const mh_class_t *class = mh_class(kind);
    SV *advice = sv_newmortal();

    sv_setpvf(advice, class->advice, class->variable);
    if (argument != 0) {
        croak("%s: argument %d: this %s object cannot be used after %s; %s",
              call, argument, class->package, class->ended, SvPVX(advice));
    }
    croak("%s: called after %s; %s", call, class->ended, SvPVX(advice));
}

/*
 * The rest of the message about an invocant that is no request. Programs look
 * for mod_perl's words where a subclass of Apache2::RequestRec is in play.
 */
static const char *no_request(pTHX_ SV *sv, const char *call)
{
    const char *method = strstr(call, "->");
    SV *text;

    if (method == NULL || !SvROK(sv) || mh_object_kind(sv) != MH_NONE)
        return "";
    if (SvTYPE(SvRV(sv)) != SVt_PVHV)
        return ", a type which is unsupported";
    text = sv_2mortal(
        newSVpvf(": method `%.*s' invoked by a `%s' object with no `r' key!",
                 (int)strcspn(method + 2, "("), method + 2,
                 SvOBJECT(SvRV(sv)) ? sv_reftype(SvRV(sv), TRUE) : "unknown"));
    return SvPVX(text);
}

static void refuse_type(pTHX_ SV *sv, mh_object_kind_e kind, const char *call,
                        int argument)
{
    const char *package = mh_class(kind)->package;
    char buffer[PLACE];

    croak(
        "%s: %sexpected an %s object, got %s%s%s%s", call,
        place(buffer, argument), package, mh_describe(aTHX_ sv),
        sv_isobject(sv) && sv_derived_from(sv, package)
            ? " that httpd did not make"
            : "",
        kind == MH_POOL && argument != 0 ? " (p is not of type APR::Pool)" : "",
        kind == MH_REQUEST && argument == 0 ? no_request(aTHX_ sv, call) : "");
}

request_rec *mh_object_global_request(pTHX)
{
    if (mehari.global == NULL) {
        croak("Global $r object is not available. "
              "Set: PerlOptions +GlobalRequest in httpd.conf");
    }
    return mehari.global->r;
}

/* A class name, which stands for the only object of its class. */
static bool is_class_of(pTHX_ SV *sv, mh_object_kind_e kind)
{
    return !SvROK(sv) && SvPOK(sv) &&
           sv_derived_from(sv, mh_class(kind)->package);
}

void *mh_object_ptr(pTHX_ SV *sv, mh_object_kind_e kind, const char *call,
                    int argument)
{
    mh_entry_t *entry = entry_of(sv);

    if (entry == NULL && is_class_of(aTHX_ sv, kind)) {
        if (kind == MH_REQUEST)
            return mh_object_global_request(aTHX);
        if (kind == MH_LOG)
            return mehari.server;
    }
    if (entry == NULL && kind == MH_REQUEST) {
        sv = unwrap(aTHX_ sv);
        entry = entry_of(sv);
    }
    if (entry == NULL || !serves_as(entry->kind, kind))
        refuse_type(aTHX_ sv, kind, call, argument);
    if (entry->ptr == NULL)
        refuse_stale(aTHX_ entry->kind, call, argument);
    return entry->ptr;
}

/* --- ending ----------------------------------------------------------- */

static int forget(pTHX_ SV *sv, MAGIC *mg)
{
    mh_entry_t *entry = (mh_entry_t *)mg->mg_ptr;
    void *ptr = NULL;

    if (entry == NULL)
        return 0;
    if (entry->sv == sv) {
        mh_owner_remove(entry);
        ptr = entry->ptr;
        entry->ptr = NULL;
        entry->sv = NULL;
    }
    if (ptr != NULL && hooks[entry->kind].freed != NULL)
        hooks[entry->kind].freed(ptr, entry->position);
    if (__atomic_sub_fetch(&entry->magics, 1, __ATOMIC_ACQ_REL) == 0)
        free(entry);
    return 0;
}

/*
 * A thread's copy of an object has the original's pointer, so that the thread
 * can print to $r. The copy ends with the request, as the original does. Only
 * the original owns the structure behind it.
 */
static int duplicate(pTHX_ MAGIC *mg, CLONE_PARAMS *params)
{
    if (mg->mg_ptr != NULL)
        refer((mh_entry_t *)mg->mg_ptr);
    return 0;
}

void mh_object_revive(pTHX_ SV *sv, void *ptr, apr_pool_t *pool)
{
    mh_entry_t *entry = entry_of(sv);

    if (entry == NULL || entry->ptr != NULL)
        return;
    bind_entry(aTHX_ entry, ptr);
    mh_owner_add(aTHX_ mh_owner(pool), entry, entry->held);
}

void mh_object_depends(pTHX_ SV *sv, SV *needed)
{
    MAGIC *mg = SvROK(sv) ? our_magic(SvRV(sv)) : NULL;

    if (mg == NULL || !SvROK(needed))
        return;
    SvREFCNT_dec(mg->mg_obj);
    mg->mg_obj = SvREFCNT_inc_simple_NN(SvRV(needed));
    mg->mg_flags |= MGf_REFCOUNTED;
}

void mh_object_boot(pTHX)
{
    mh_owner_boot();
    mh_class_boot(aTHX);
}
