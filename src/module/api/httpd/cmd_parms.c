/*
 * cmd_parms.c - Apache2::CmdParms: what httpd knows of the directive it obeys.
 * Such an object is valid during one directive.
 */
#include "module/api/httpd/config_lines.h"
#include "module/api/core/method_table.h"
#include "module/custom/custom_directive.h"
#include "module/perl/interpreter.h"

#define PARMS(call) ((cmd_parms *)(call)->self)

/*
 * The lines take effect in the place of the directive: in its container and
 * server, with the limits of that place.
 */
static SV *cmd_parms_add_config(pTHX_ mh_call_t *call)
{
    cmd_parms *parms = PARMS(call);
    mh_config_target_t target = {
        .pool = parms->pool,
        .server = parms->server,
        .override = parms->override,
        .override_options = parms->override_opts,
        .path = parms->path,
        .into = parms->context,
    };

    mh_config_lines(aTHX_ call, 0, &target);
    return NULL;
}

static SV *check_cmd_context(pTHX_ mh_call_t *call)
{
    return mh_string(aTHX_ ap_check_cmd_context(
        PARMS(call), (unsigned)mh_arg_int(aTHX_ call, 0, 0)));
}

static SV *cmd(pTHX_ mh_call_t *call)
{
    return mh_object(aTHX_ MH_COMMAND, (void *)PARMS(call)->cmd, mehari.pconf);
}

/* Another module's data is not a string, so Perl gets none. */
static SV *info(pTHX_ mh_call_t *call)
{
    SV *data = mh_custom_directive_info(PARMS(call));

    return data == NULL ? &PL_sv_undef : sv_mortalcopy(data);
}

static SV *method_is_limited(pTHX_ mh_call_t *call)
{
    return mh_bool(aTHX_ ap_method_is_limited(
        PARMS(call), mh_arg_string(aTHX_ call, 0, "")));
}

/* clang-format off */
#define FIELD(name, type, doc) \
    MH_FIELD(#name, MH_FIELD_##type, cmd_parms, name, MH_RO, doc)

static const mh_method_t cmd_parms_methods[] = {
    MH_METHOD("add_config", "r", cmd_parms_add_config,
              "Apply configuration lines in the place of this directive"),
    MH_METHOD("check_cmd_context", "i", check_cmd_context,
              "Why the directive is not legal here, or undef"),
    MH_METHOD("cmd", "", cmd, "The directive's row, an Apache2::Command"),
    FIELD(context, CONF_VECTOR, "The configuration of its section"),
    FIELD(directive, DIRECTIVE,
          "The directive's node in the tree, an Apache2::Directive"),
    MH_METHOD("info", "", info,
              "cmd_data of a directive that Perl has added, or undef"),
    MH_METHOD("method_is_limited", "s", method_is_limited,
              "True if it applies to that method (see <Limit>)"),
    FIELD(override, INT,
          "The directives that AllowOverride allows here, as a bit mask"),
    FIELD(override_opts, INT,
          "The Options that can be set here, as a bit mask"),
    FIELD(path, STRING, "The section's path, or undef outside of sections"),
    FIELD(pool, POOL, "The pool of the configuration"),
    FIELD(server, SERVER, "The server that the directive configures"),
    FIELD(temp_pool, POOL,
          "A pool that ends when the configuration has been read"),
    MH_END
};

#undef FIELD
/* clang-format on */

const mh_api_t mh_api_cmd_parms[] = {
    { "Apache2::CmdParms", MH_CMD_PARMS, cmd_parms_methods },
    MH_API_END,
};
