/*
 * read.c - a variable of %ENV without the others.
 *
 * Many programs ask for the method, the query or MOD_PERL and for nothing else.
 * Building %ENV for such a program takes 7,000 instructions, a fifth of what a
 * small handler costs in all. Without it, we read fields of the request, or
 * variables of our own.
 */
#include "module/request/environment/environment.h"
#include "shared/perl/own.h"

typedef struct {
    const char *name;
    const char *(*value)(const request_rec *r); /* NULL: the server's own */
    int place;                                  /* see environment_slots.h */
} variable_t;

static const char *interface(const request_rec *r);
static const char *protocol(const request_rec *r);
static const char *method(const request_rec *r);
static const char *query(const request_rec *r);

/* CGI's variables that ap_add_cgi_vars() sets, whatever was set before. */
static MH_OWN variable_t variables[] = {
    { "GATEWAY_INTERFACE", interface, 0 },
    { "SERVER_PROTOCOL", protocol, 0 },
    { "REQUEST_METHOD", method, 0 },
    { "QUERY_STRING", query, 0 },
    { "MOD_PERL", NULL, 0 },
    { "MOD_PERL_API_VERSION", NULL, 0 },
    { NULL, NULL, 0 },
};

static const char *interface(const request_rec *r)
{
    return "CGI/1.1";
}

static const char *protocol(const request_rec *r)
{
    return r->protocol;
}

static const char *method(const request_rec *r)
{
    return r->method;
}

static const char *query(const request_rec *r)
{
    return r->args ? r->args : "";
}

/*
 * NAME if the operator is `$ENV{NAME}` and only reads the element. Perl has no
 * function for this, so we read the operator as pp_multideref does.
 */
static SV *name_read(pTHX)
{
    const UV plain = MDEREF_HV_gvhv_helem | MDEREF_INDEX_const |
                     MDEREF_FLAG_last;
    const U8 uses = OPpLVAL_INTRO | OPpLVAL_DEFER | OPpMAYBE_LVSUB |
                    OPpMULTIDEREF_EXISTS | OPpMULTIDEREF_DELETE;
    UNOP_AUX_item *item = cUNOP_AUX->op_aux;
    SV *of, *name;

    if ((item->uv & MDEREF_MASK) != plain || (PL_op->op_flags & OPf_MOD) ||
        (PL_op->op_private & uses))
        return NULL;
    of = UNOP_AUX_item_sv(item + 1);
    name = UNOP_AUX_item_sv(item + 2);
    return of == (SV *)PL_envgv && SvPOK(name) ? name : NULL;
}

static variable_t *find(SV *name)
{
    variable_t *variable = variables;

    while (variable->name && strcmp(variable->name, SvPVX(name)) != 0)
        variable++;
    return variable->name ? variable : NULL;
}

SV *mh_environment_read(pTHX)
{
    mh_context_t *context = mh_environment_waiting(aTHX);
    SV *name = context ? name_read(aTHX) : NULL;
    variable_t *variable = name ? find(name) : NULL;
    const char *value;

    if (!variable)
        return NULL;
    value = variable->value ? variable->value(context->r) : NULL;
    if (!value && (variable->value ||
                   apr_table_get(context->r->subprocess_env, variable->name)))
        return NULL;
    return mh_environment_element(aTHX_ variable->name, value,
                                  &variable->place);
}
