/*
 * units.c - the units of the module that begin and end with Perl, in the order
 * in which they do (module/perl/unit.h).
 */
#include "module/units.h"

#include "module/api/apr/perlio.h"
#include "module/api/core/method_table.h"
#include "module/gateway/gateway.h"
#include "module/perl/inherited.h"
#include "module/psgi/psgi.h"
#include "module/registry/probe.h"
#include "module/registry/registry.h"
#include "module/request/context/context.h"
#include "module/request/end_blocks.h"
#include "module/request/environment/environment.h"
#include "module/request/phase.h"
#include "module/request/stdio.h"
#include "module/request/watch.h"
#include "module/scoreboard/databases.h"

static void exit_child(apr_pool_t *pchild, server_rec *s)
{
    mh_phase_child(MH_HOOK_CHILD_EXIT, pchild, s);
}

const mh_unit_t mh_units[] = {
    { .name = "watch", .prepare = mh_watch_install },
    { .name = "object", .boot = mh_object_boot },
    { .name = "apr", .boot = mh_api_apr_boot },
    { .name = "api", .boot = mh_api_boot },
    { .name = "exit", .boot = mh_exit_boot },
    { .name = "perlio", .boot = mh_perlio_boot },
    { .name = "stdio", .boot = mh_stdio_boot },
    { .name = "end blocks",
      .boot = mh_end_blocks_boot,
      .child_end = mh_end_blocks_end },
    { .name = "registry", .boot = mh_registry_boot, .end = mh_registry_end },
    { .name = "registry probe", .boot = mh_registry_probe_boot },
    { .name = "psgi", .boot = mh_psgi_boot },
    { .name = "inherited", .boot = mh_inherited_boot },
    { .name = "databases", .boot = mh_databases_boot },
    { .name = "environment", .started = mh_environment_boot },
    { .name = "phase", .child_exit = exit_child },
    { .name = "context", .forked = mh_context_forked },
    { .name = "gateway", .forked = mh_gateway_forked },
    { .name = NULL },
};
