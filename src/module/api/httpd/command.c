/*
 * command.c - Apache2::Command: the rows that describe directives to httpd.
 */
#include "module/api/core/method_table.h"
#include "module/perl/interpreter.h"

#define COMMAND(call) ((const command_rec *)(call)->self)

/*
 * A row for a plain field needs an address, which neither a bit field nor an
 * enum gives.
 */
static SV *args_how(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ COMMAND(call)->args_how);
}

static SV *command_next(pTHX_ mh_call_t *call)
{
    const command_rec *following = COMMAND(call) + 1;

    return following->name == NULL
               ? &PL_sv_undef
               : mh_object(aTHX_ MH_COMMAND, (void *)following, mehari.pconf);
}

/* clang-format off */
static const mh_method_t command_methods[] = {
    MH_METHOD("args_how", "", args_how,
              "The kind of its arguments, a constant :cmd_how"),
    MH_FIELD("errmsg", MH_FIELD_STRING, command_rec, errmsg, MH_RO,
             "A short text about it, for error messages"),
    MH_FIELD("name", MH_FIELD_STRING, command_rec, name, MH_RO, "Its name"),
    MH_METHOD("next", "", command_next,
              "The next directive of the same module, or undef"),
    MH_FIELD("req_override", MH_FIELD_INT, command_rec, req_override, MH_RO,
             "The places where it is legal, a bit mask of :override"),
    MH_END
};
/* clang-format on */

const mh_api_t mh_api_command[] = {
    { "Apache2::Command", MH_COMMAND, command_methods },
    MH_API_END,
};
