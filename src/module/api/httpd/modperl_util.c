/*
 * modperl_util.c - ModPerl::Util: where this code runs, ending it, and taking
 * packages apart.
 */

#include "module/perl/error_object.h"
#include "module/api/core/method_table.h"
#include "module/perl/interpreter.h"
#include "module/config/hook.h"
#include "shared/perl/key.h"

static SV *current_callback(pTHX_ mh_call_t *call)
{
    if (mehari.hook < 0 || mehari.hook >= MH_HOOK_NONE)
        return &PL_sv_undef;
    return mh_string(aTHX_ mh_hook_info(mehari.hook)->name);
}

static SV *current_perl_id(pTHX_ mh_call_t *call)
{
    return sv_2mortal(newSVpvf("0x%" UVxf, PTR2UV(mehari.perl)));
}

static SV *untaint(pTHX_ mh_call_t *call)
{
    int i;

    for (i = 0; i < call->nargs; i++)
        SvTAINTED_off(call->arg[i]);
    return NULL;
}

static SV *leave(pTHX_ mh_call_t *call)
{
    /* This process was forked by a script, and another process waits for it. */
    if (mehari.elsewhere) {
        STATUS_EXIT_SET((int)mh_arg_int(aTHX_ call, 0, 0));
        mehari.exiting = true;
    }
    mh_croak_exit(aTHX);
}

/*
 * perlsub: an override of a builtin must be an imported sub. A process that
 * really wants to end has CORE::exit and POSIX::_exit.
 */
void mh_exit_boot(pTHX)
{
    GV *exit_glob = gv_fetchpvs("CORE::GLOBAL::exit", GV_ADDMULTI, SVt_PVCV);
    CV *code = get_cv("ModPerl::Util::exit", 0);

    sv_setsv((SV *)exit_glob, sv_2mortal(newRV_inc((SV *)code)));
    GvIMPORTED_CV_on(exit_glob);
}

/*
 * Collect the names first, because deleting during an iteration is safe for the
 * last key only.
 */
static AV *names_in(pTHX_ HV *stash)
{
    AV *names = (AV *)sv_2mortal((SV *)newAV());
    HE *entry;

    hv_iterinit(stash);
    while ((entry = hv_iternext(stash)) != NULL) {
        STRLEN length;
        const char *name = HePV(entry, length);

        if (length < 2 || memcmp(name + length - 2, "::", 2) != 0)
            av_push(names, newSVsv(hv_iterkeysv(entry)));
    }
    return names;
}

static SV *unload_package_xs(pTHX_ mh_call_t *call)
{
    const char *package = mh_arg_string(aTHX_ call, 0, "");
    HV *stash = gv_stashpv(package, 0);
    AV *names;
    SSize_t i;

    if (stash != NULL) {
        names = names_in(aTHX_ stash);
        for (i = 0; i <= av_top_index(names); i++)
            (void)hv_delete_ent(stash, *av_fetch(names, i, 0), G_DISCARD, 0);
        mro_method_changed_in(stash);
    }
    (void)hv_delete_ent(GvHVn(PL_incgv), mh_key_of(aTHX_ package), G_DISCARD,
                        0);
    return NULL;
}

static const mh_method_t modperl_util_functions[] = {
    MH_METHOD("current_callback", "", current_callback,
              "The directive of the running handler: PerlResponseHandler"),
    MH_METHOD("current_perl_id", "", current_perl_id,
              "An identifier of the current interpreter"),
    MH_METHOD("exit", "|*", leave,
              "End the handler or script, but not the process"),
    MH_METHOD("unload_package_xs", "s", unload_package_xs,
              "Unload a package, and remove it from %INC"),
    MH_METHOD("untaint", "@", untaint, "Make variables untainted"),
    MH_END
};

const mh_api_t mh_api_modperl_util[] = {
    { "ModPerl::Util", MH_NONE, modperl_util_functions },
    MH_API_END,
};
