/*
 * snapshot.c - see snapshot.h.
 */
#include "fresh/snapshot.h"

#include "fresh/arrival.h"
#include "fresh/body.h"
#include "fresh/handle.h"
#include "fresh/lexical.h"
#include "fresh/object.h"
#include "fresh/package.h"
#include "fresh/pattern.h"
#include "fresh/process.h"
#include "fresh/stage.h"
#include "fresh/touch.h"

struct mh_snapshot_t {
    mh_codes_t codes;
    mh_bodies_t bodies;
    mh_symbols_t *symbols;
    mh_lexicals_t *lexicals;
    mh_values_t values;
    mh_handles_t handles;
    mh_patterns_t patterns;
    mh_arrival_t arrival;
};

static void arriving(pTHX_ void *data)
{
    mh_snapshot_t *snapshot = data;

    mh_symbols_arriving(aTHX_ snapshot->symbols);
}

static void arrived(pTHX_ void *data)
{
    mh_snapshot_t *snapshot = data;

    mh_symbols_arrived(aTHX_ snapshot->symbols, &snapshot->values);
}

/* The globs that code names are in its pads; op by op without ithreads. */
static void mention_globs(pTHX_ mh_snapshot_t *snapshot)
{
    for (size_t i = 0; i < snapshot->codes.count; i++) {
        PAD *pad = PadlistARRAY(CvPADLIST(snapshot->codes.list[i]))[1];

        for (SSize_t at = 1; at <= AvFILLp(pad); at++) {
            SV *sv = AvARRAY(pad)[at];

            if (sv && isGV_with_GP(sv))
                mh_symbols_mention(aTHX_ snapshot->symbols, (GV *)sv,
                                   &snapshot->values);
        }
    }
}

static void add_handle(pTHX_ SV *sv, void *data)
{
    mh_snapshot_t *snapshot = data;

    if (SvTYPE(sv) == SVt_PVIO)
        mh_handles_add(aTHX_ & snapshot->handles, (IO *)sv);
}

/* A glob with the name "$handle" is not one of perl's. */
static bool is_own_handle(pTHX_ SV *sv)
{
    return isGV_with_GP(sv) && GvIOp((GV *)sv) &&
           (*GvNAME((GV *)sv) == '$' ||
            !mh_package_is_reserved(aTHX_(GV *) sv));
}

/* Of `BEGIN { open my $handle, ... }`, which is a reference to its glob. */
static void add_referred(pTHX_ SV *sv, void *data)
{
    if (is_own_handle(aTHX_ sv))
        add_handle(aTHX_(SV *) GvIOp((GV *)sv), data);
}

mh_snapshot_t *mh_snapshot_take(pTHX_ const mh_source_t *source,
                                const mh_symbols_t *before, HV *required)
{
    mh_snapshot_t *snapshot;

    Newxz(snapshot, 1, mh_snapshot_t);
    snapshot->arrival = (mh_arrival_t){ arriving, arrived, snapshot, required,
                                        0 };
    snapshot->codes = mh_codes_find(aTHX_ source->cv, &before->known);
    snapshot->symbols = mh_symbols_take(aTHX_ before, &snapshot->values);
    mention_globs(aTHX_ snapshot);
    snapshot->lexicals = mh_lexicals_take(aTHX_ & snapshot->codes,
                                          &snapshot->values);
    mh_symbols_each(aTHX_ snapshot->symbols, add_handle, snapshot);
    mh_values_each(aTHX_ & snapshot->values, add_referred, snapshot);
    mh_patterns_take(aTHX_ & snapshot->patterns, source->cv, source->root,
                     &snapshot->codes);
    return snapshot;
}

bool mh_snapshot_needs_process(pTHX_ const mh_snapshot_t *snapshot)
{
    for (size_t i = 0; i < snapshot->codes.count; i++) {
        const CV *code = snapshot->codes.list[i];
        PAD *pad = PadlistARRAY(CvPADLIST(code))[1];

        if (mh_process_left(aTHX_ pad) || mh_process_needed(CvROOT(code), pad))
            return true;
    }
    return false;
}

void mh_snapshot_begin(pTHX_ mh_snapshot_t *snapshot)
{
    mh_handles_reopen(aTHX_ & snapshot->handles);
    snapshot->arrival.run++;
    mh_arrival_tell(&snapshot->arrival);
    snapshot->bodies.codes = &snapshot->codes;
    mh_bodies_tell(&snapshot->bodies);
}

void mh_snapshot_destroy_objects(pTHX_ mh_snapshot_t *snapshot)
{
    mh_objects_t objects = { .values = &snapshot->values };

    if (!mh_touch_blessed())
        return;
    mh_lexicals_each(aTHX_ snapshot->lexicals, mh_objects_destroy, &objects);
    mh_symbols_each(aTHX_ snapshot->symbols, mh_objects_destroy, &objects);
    mh_values_each_changed(aTHX_ & snapshot->values, mh_objects_look, &objects);
    mh_pointers_clear(&objects.seen);
}

typedef struct restoring_t {
    mh_snapshot_t *snapshot;
    bool complete;
} restoring_t;

/*
 * Where variables are, then what is in them. Of a program that is not complete
 * the rest goes on all the same: it must leave nothing behind.
 */
static void restore(pTHX_ void *data)
{
    restoring_t *restoring = data;
    mh_snapshot_t *snapshot = restoring->snapshot;

    mh_bodies_restore(aTHX_ & snapshot->bodies);
    restoring->complete = mh_lexicals_restore(aTHX_ snapshot->lexicals);
    mh_symbols_restore(aTHX_ snapshot->symbols);
    mh_values_restore(aTHX_ & snapshot->values);
    mh_handles_restore(aTHX_ & snapshot->handles);
    if (restoring->complete)
        mh_patterns_restore(aTHX_ & snapshot->patterns);
}

/* On a stage, since a destructor may exit(): then it is done once more. */
bool mh_snapshot_restore(pTHX_ mh_snapshot_t *snapshot)
{
    restoring_t restoring = { snapshot, false };

    mh_arrival_tell(NULL);
    mh_bodies_tell(NULL);
    while (mh_stage_run(aTHX_ restore, &restoring) == MH_STAGE_EXITED)
        continue;
    return restoring.complete;
}

bool mh_snapshot_install(pTHX_ mh_snapshot_t *snapshot)
{
    if (!mh_symbols_install(aTHX_ snapshot->symbols))
        return false;
    mh_values_restore(aTHX_ & snapshot->values);
    return true;
}

void mh_snapshot_remove(pTHX_ mh_snapshot_t *snapshot)
{
    mh_symbols_remove(aTHX_ snapshot->symbols);
}

void mh_snapshot_free(pTHX_ mh_snapshot_t *snapshot)
{
    mh_patterns_free(aTHX_ & snapshot->patterns);
    mh_handles_free(aTHX_ & snapshot->handles);
    mh_lexicals_free(aTHX_ snapshot->lexicals);
    mh_values_free(aTHX_ & snapshot->values);
    mh_symbols_free(aTHX_ snapshot->symbols);
    mh_codes_free(aTHX_ & snapshot->codes);
    SvREFCNT_dec((SV *)snapshot->arrival.required);
    Safefree(snapshot);
}
