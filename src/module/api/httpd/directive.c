/*
 * directive.c - Apache2::Directive: the tree that httpd makes of its
 * configuration. The methods built of these (as_hash, as_string, lookup) are in
 * lib/Apache2/Directive.pm.
 */
#include "module/api/core/method_table.h"
#include "module/perl/interpreter.h"

#define NODE(call) ((ap_directive_t *)(call)->self)

/*
 * A node has the lifetime of the node that led to it; for .htaccess, that of
 * r->pool.
 */
static SV *directive_object(pTHX_ mh_call_t *call, ap_directive_t *node)
{
    return mh_object(aTHX_ MH_DIRECTIVE, node,
                     mh_object_owner(call->self_sv, mehari.pconf));
}

static SV *first_child(pTHX_ mh_call_t *call)
{
    return directive_object(aTHX_ call, NODE(call)->first_child);
}

static SV *directive_next(pTHX_ mh_call_t *call)
{
    return directive_object(aTHX_ call, NODE(call)->next);
}

static SV *parent(pTHX_ mh_call_t *call)
{
    return directive_object(aTHX_ call, NODE(call)->parent);
}

static SV *conftree(pTHX_ mh_call_t *call)
{
    PERL_UNUSED_VAR(call);
    return mh_object(aTHX_ MH_DIRECTIVE, ap_conftree, mehari.pconf);
}

/* clang-format off */
#define FIELD(name, type, doc) \
    MH_FIELD(#name, MH_FIELD_##type, ap_directive_t, name, MH_RO, doc)

static const mh_method_t directive_methods[] = {
    FIELD(args, STRING, "The arguments of the directive"),
    FIELD(directive, STRING, "The directive's name; with < for a section"),
    FIELD(filename, STRING, "The file of the directive"),
    MH_METHOD("first_child", "", first_child,
              "The first directive in the section, or undef"),
    FIELD(line_num, INT, "The line of the directive"),
    MH_METHOD("next", "", directive_next, "The directive after it, or undef"),
    MH_METHOD("parent", "", parent, "The section around it, or undef"),
    MH_END
};

#undef FIELD

static const mh_method_t directive_functions[] = {
    MH_METHOD("conftree", "|*", conftree,
              "The first directive of the configuration"),
    MH_END
};
/* clang-format on */

const mh_api_t mh_api_directive = { "Apache2::Directive", "Apache2::Directive",
                                    MH_DIRECTIVE, directive_methods };
const mh_api_t mh_api_directive_functions = { "Apache2::Directive",
                                              "Apache2::Directive", MH_NONE,
                                              directive_functions };
