/*
 * objects.c - see objects.h.
 */
#include "pool/perl/objects.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "shared/memory.h"
#include "shared/perl/compat.h"
#include "shared/perl/heads.h"

/* Limit on objects that are made after the note. With more, all heads are
 * read. */
#define MOST_MADE 256

static struct {
    bool noted;
    bool lost; /* an object may have been made that is not noted */
    const PerlInterpreter *perl;
    HV *patterns; /* the class of qr// */
    SV **before;
    size_t before_count;
    SV *made[MOST_MADE];
    size_t made_count;
    bool called; /* sv_bless() was */
} objects;

static bool is_object(const SV *sv)
{
    return SvOBJECT(sv) && SvTYPE(sv) != (svtype)SVTYPEMASK && SvREFCNT(sv);
}

/* Scripts make many, and one at a time. */
static bool is_pattern(const SV *sv)
{
    return SvTYPE(sv) == SVt_REGEXP && SvSTASH(sv) == objects.patterns;
}

/* --- new objects --- */

static void note(SV *sv)
{
    if (!is_object(sv) || is_pattern(sv))
        return;
    if (objects.made_count && objects.made[objects.made_count - 1] == sv)
        return;
    if (objects.made_count < MOST_MADE)
        objects.made[objects.made_count++] = sv;
    else
        objects.lost = true;
}

/* An interpreter that shares variables among threads has objects, too. */
static bool is_noted(pTHX)
{
    return objects.noted && objects.perl == MH_PERL_SELF;
}

/* Replaces perl's own function. */
SV *Perl_sv_bless(pTHX_ SV *const reference, HV *const class)
{
    static SV *(*next)(pTHX_ SV *const, HV *const);
    SV *result;

    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "Perl_sv_bless");
    result = next(aTHX_ reference, class);
    objects.called = true;
    if (is_noted(aTHX))
        note(SvRV(reference));
    return result;
}

#if MH_PERL_HAS_CLASSES
/* Replaces perl's own function. The constructor of a `class` makes objects
 * without sv_bless(); perl has it in class.c. */
CV *Perl_newXS_flags(pTHX_ const char *name, XSUBADDR_t function,
                     const char *const file, const char *const prototype,
                     U32 flags)
{
    static CV *(*next)(pTHX_ const char *, XSUBADDR_t, const char *const,
                       const char *const, U32);

    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "Perl_newXS_flags");
    if (file && strEQ(file, "class.c"))
        objects.lost = true;
    return next(aTHX_ name, function, file, prototype, flags);
}
#endif

/* --- objects before the note --- */

typedef struct visitor_t {
    mh_objects_visit_t *visit;
    void *context;
} visitor_t;

static bool visit_object(pTHX_ SV *sv, void *data)
{
    const visitor_t *visitor = data;

    if (is_object(sv))
        visitor->visit(aTHX_ sv, SvSTASH(sv), visitor->context);
    return false;
}

static void visit_all(pTHX_ mh_objects_visit_t *visit, void *context)
{
    mh_heads_visit(aTHX_ visit_object, &(visitor_t){ visit, context });
}

static void add(pTHX_ SV *sv, HV *class, void *context)
{
    if (is_pattern(sv))
        return;
    objects.before = mh_grow(objects.before,
                             (objects.before_count + 1) * sizeof(SV *));
    objects.before[objects.before_count++] = sv;
}

/* The object of is_called() must not be destroyed as an object: its class may
 * be the script's by now. */
static void unbless(pTHX_ SV *sv)
{
    HV *class = SvSTASH(sv);

    SvOBJECT_off(sv);
    SvSTASH_set(sv, NULL);
    SvREFCNT_dec((SV *)class);
}

/* A libperl that was linked with -Bsymbolic calls its own function. So perl
 * makes an object here, to see which function it calls. */
static bool is_called(pTHX)
{
    SV *reference = newSV(0);

    objects.called = false;
    unbless(aTHX_ newSVrv(reference, "version"));
    SvREFCNT_dec(reference);
    return objects.called;
}

void mh_objects_note(pTHX)
{
    objects.before_count = objects.made_count = 0;
    objects.noted = false;
    objects.patterns = gv_stashpvs("Regexp", 0);
    if (objects.lost || !is_called(aTHX))
        return;
    visit_all(aTHX_ add, NULL);
    objects.perl = MH_PERL_SELF;
    objects.noted = true;
}

static void visit_noted(pTHX_ SV **list, size_t count,
                        mh_objects_visit_t *visit, void *context)
{
    for (size_t i = 0; i < count; i++)
        if (is_object(list[i]))
            visit(aTHX_ list[i], SvSTASH(list[i]), context);
}

/* Perl itself makes handles and patterns. */
static void visit_perls(pTHX_ mh_objects_visit_t *visit, void *context)
{
    HV *handles = gv_stashpvs("IO::File", 0);

    if (handles)
        visit(aTHX_ NULL, handles, context);
    if (objects.patterns)
        visit(aTHX_ NULL, objects.patterns, context);
}

void mh_objects_visit(pTHX_ mh_objects_visit_t *visit, void *context)
{
    if (!is_noted(aTHX) || objects.lost) {
        visit_all(aTHX_ visit, context);
        return;
    }
    visit_noted(aTHX_ objects.before, objects.before_count, visit, context);
    visit_noted(aTHX_ objects.made, objects.made_count, visit, context);
    visit_perls(aTHX_ visit, context);
}
