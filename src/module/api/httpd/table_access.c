/*
 * table_access.c - see table_access.h.
 */
#include "module/api/httpd/table_access.h"

SV *mh_table_access(pTHX_ mh_call_t *call, apr_table_t *table,
                    apr_pool_t *owner)
{
    const char *key = mh_arg_string(aTHX_ call, 0, NULL);
    const char *value;

    if (!mh_arg_given(call, 0))
        return mh_object_table(aTHX_ table, owner);
    if (key == NULL)
        key = "";
    if (!mh_arg_given(call, 1))
        return mh_string(aTHX_ apr_table_get(table, key));
    value = mh_arg_string(aTHX_ call, 1, NULL);
    if (value == NULL)
        apr_table_unset(table, key);
    else
        apr_table_set(table, key, value);
    return &PL_sv_undef;
}

SV *mh_hash_access(pTHX_ mh_call_t *call, HV **hash)
{
    SV *value;
    HE *entry;

    if (*hash == NULL)
        *hash = newHV();
    if (call->nargs == 0)
        return sv_2mortal(newRV_inc((SV *)*hash));
    if (call->nargs == 1) {
        entry = hv_fetch_ent(*hash, call->arg[0], 0, 0);
        return entry != NULL ? sv_2mortal(SvREFCNT_inc_NN(HeVAL(entry)))
                             : &PL_sv_undef;
    }
    /*
     * The variable itself is kept, not a copy of its value: two places that
     * share a note share it as they would share a hash element.
     */
    value = SvREFCNT_inc_NN(call->arg[1]);
    if (hv_store_ent(*hash, call->arg[0], value, 0) == NULL)
        SvREFCNT_dec_NN(value);
    return sv_mortalcopy(call->arg[1]);
}
