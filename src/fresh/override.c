/*
 * override.c - see override.h.
 */
#include "fresh/override.h"
#include "own.h"

/* The process's exit while a program is compiled or runs; no glob: it has none.
 */
static MH_OWN struct mh_override_t process_exit;

static bool is_code(const SV *symbol)
{
    return isGV_with_GP(symbol) && GvCV((const GV *)symbol);
}

static void add(pTHX_ mh_overrides_t *overrides, GV *gv)
{
    PERL_UNUSED_CONTEXT;
    Renew(overrides->list, overrides->count + 1, struct mh_override_t);
    overrides->list[overrides->count++] = (struct mh_override_t){
        (GV *)SvREFCNT_inc_simple_NN((SV *)gv),
        (CV *)SvREFCNT_inc_simple_NN((SV *)GvCV(gv)), cBOOL(GvIMPORTED_CV(gv))
    };
}

void mh_overrides_take(pTHX_ mh_overrides_t *overrides)
{
    HE **buckets = HvARRAY(PL_globalstash);

    *overrides = (mh_overrides_t){ 0 };
    for (STRLEN i = 0; buckets && i <= HvMAX(PL_globalstash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he))
            if (is_code(HeVAL(he)))
                add(aTHX_ overrides, (GV *)HeVAL(he));
}

static void import(GV *gv, bool imported)
{
    if (imported)
        GvIMPORTED_CV_on(gv);
    else
        GvIMPORTED_CV_off(gv);
}

static void set_code(pTHX_ GV *gv, CV *code)
{
    CV *old = GvCV(gv);

    if (old == code)
        return;
    GvCV_set(gv, (CV *)SvREFCNT_inc((SV *)code));
    SvREFCNT_dec((SV *)old);
}

static bool has(const mh_overrides_t *overrides, const GV *gv)
{
    for (size_t i = 0; i < overrides->count; i++)
        if (overrides->list[i].gv == gv)
            return true;
    return false;
}

static void clear_others(pTHX_ const mh_overrides_t *overrides)
{
    HE **buckets = HvARRAY(PL_globalstash);

    for (STRLEN i = 0; buckets && i <= HvMAX(PL_globalstash); i++)
        for (HE *he = buckets[i]; he; he = HeNEXT(he))
            if (is_code(HeVAL(he)) && !has(overrides, (GV *)HeVAL(he)))
                set_code(aTHX_(GV *) HeVAL(he), NULL);
}

/* Code that was compiled with one calls what is in its glob. */
void mh_overrides_put(pTHX_ const mh_overrides_t *overrides)
{
    if (!HvTOTALKEYS(PL_globalstash))
        return;
    clear_others(aTHX_ overrides);
    for (size_t i = 0; i < overrides->count; i++) {
        const struct mh_override_t *override = &overrides->list[i];

        set_code(aTHX_ override->gv, override->code);
        import(override->gv, override->imported);
    }
}

void mh_overrides_free(pTHX_ mh_overrides_t *overrides)
{
    for (size_t i = 0; i < overrides->count; i++) {
        SvREFCNT_dec_NN((SV *)overrides->list[i].gv);
        SvREFCNT_dec_NN((SV *)overrides->list[i].code);
    }
    Safefree(overrides->list);
    *overrides = (mh_overrides_t){ 0 };
}

void mh_overrides_enter(pTHX_ mh_overrides_t *process)
{
    mh_overrides_take(aTHX_ process);
    process_exit = (struct mh_override_t){ 0 };
    for (size_t i = 0; i < process->count; i++)
        if (strEQ(GvNAME(process->list[i].gv), "exit"))
            process_exit = process->list[i];
    mh_overrides_hide_exit(true);
}

void mh_overrides_leave(pTHX_ mh_overrides_t *process)
{
    process_exit = (struct mh_override_t){ 0 };
    mh_overrides_put(aTHX_ process);
    mh_overrides_free(aTHX_ process);
}

/* The program may have replaced it. */
bool mh_overrides_hide_exit(bool hide)
{
    GV *gv = process_exit.gv;
    bool hidden;

    if (!gv || GvCV(gv) != process_exit.code)
        return false;
    hidden = !GvIMPORTED_CV(gv);
    import(gv, !hide && process_exit.imported);
    return hidden;
}
