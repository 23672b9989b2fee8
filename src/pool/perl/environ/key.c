/*
 * key.c - C code that asks for one element of %ENV.
 *
 * An XS module calls this function of perl's for a key that it knows (hv_fetch,
 * hv_exists, hv_delete); operators look up keys otherwise (element.c). If
 * libperl is a part of this program, the linker takes perl's function, and the
 * look meets the guard.
 */
#include "pool/perl/trace/libc.h"

#define PERL_NO_GET_CONTEXT
#include "pool/perl/environ/env_view.h"

#include "pool/perl/trace/guard.h"

MH_REAL(void *, Perl_hv_common_key_len,
        (pTHX_ HV * hash, const char *key, I32 length, const int action,
         SV *value, const U32 sum));

/* NULL: another kind of access, or no name of a variable. */
static const char *name_of(pTHX_ const char *key, I32 length, int action)
{
    const int known = HV_FETCH_ISEXISTS | HV_FETCH_JUST_SV |
                      HV_DISABLE_UVAR_XKEY;

    if (length < 0 || action & ~(known | HV_DELETE | G_DISCARD) ||
        memchr(key, '\0', (size_t)length))
        return NULL;
    return SvPVX(newSVpvn_flags(key, (STRLEN)length, SVs_TEMP));
}

/* Result of perl's function. */
static void *look(pTHX_ const char *name, int action)
{
    static SV *found;

    if (action & HV_FETCH_ISEXISTS)
        return mh_env_view_exists(aTHX_ name) ? &found : NULL;
    if (action & HV_DELETE)
        return mh_env_view_delete(aTHX_ name, !(action & G_DISCARD));
    found = mh_env_view_fetch(aTHX_ name, MH_LOOK_READ);
    return found ? &found : NULL;
}

__attribute__((weak)) void *Perl_hv_common_key_len(pTHX_ HV *hash,
                                                   const char *key, I32 length,
                                                   const int action, SV *value,
                                                   const U32 sum)
{
    const char *name;
    void *seen;

    if (__builtin_expect(mh_guard_has((const SV *)hash), 0) &&
        (name = name_of(aTHX_ key, length, action))) {
        seen = look(aTHX_ name, action);
        if (mh_guard_is_closed())
            return seen;
    }
    return real_Perl_hv_common_key_len(aTHX_ hash, key, length, action, value,
                                       sum);
}
