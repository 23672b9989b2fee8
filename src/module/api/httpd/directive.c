/*
 * directive.c - Apache2::Directive: the tree that httpd makes of its
 * configuration. The methods built of these (as_hash, as_string, lookup) are in
 * lib/Apache2/Directive.pm.
 */
#include "module/api/core/method_table.h"
#include "module/perl/interpreter.h"

/*
 * A node has the lifetime of the node that led to it; for .htaccess, that of
 * r->pool.
 */
static SV *other_node(pTHX_ mh_call_t *call)
{
    return mh_object(aTHX_ MH_DIRECTIVE,
                     *(void **)((char *)call->self + call->method->number),
                     mh_object_owner(call->self_sv, mehari.pconf));
}

static SV *conftree(pTHX_ mh_call_t *call)
{
    return mh_object(aTHX_ MH_DIRECTIVE, ap_conftree, mehari.pconf);
}

/* clang-format off */
#define FIELD(name, type, doc) \
    MH_FIELD(#name, MH_FIELD_##type, ap_directive_t, name, MH_RO, doc)
#define NODE(name, doc) \
    MH_METHOD_NUMBER(#name, "", other_node, offsetof(ap_directive_t, name), doc)

static const mh_method_t directive_methods[] = {
    FIELD(args, STRING, "The arguments of the directive"),
    FIELD(directive, STRING, "The directive's name; with < for a section"),
    FIELD(filename, STRING, "The file of the directive"),
    NODE(first_child, "The first directive in the section, or undef"),
    FIELD(line_num, INT, "The line of the directive"),
    NODE(next, "The directive after it, or undef"),
    NODE(parent, "The section around it, or undef"),
    MH_METHOD("conftree", ":|*", conftree,
              "The first directive of the configuration"),
    MH_END,
};

#undef FIELD
#undef NODE

/* clang-format on */

const mh_api_t mh_api_directive[] = {
    { "Apache2::Directive", MH_DIRECTIVE, directive_methods },
    MH_API_END,
};
