/*
 * probe.h - the probes of a compilation (probes.h) for the Perl that compiles,
 * ModPerl::RegistryCooker: Mehari::Registry::compile_start(FILE) and
 * compile_done(FILE, whether it could be).
 */
#ifndef MEHARI_MODULE_REGISTRY_PROBE_H
#define MEHARI_MODULE_REGISTRY_PROBE_H

#include "module/common/mehari.h"

void mh_registry_probe_boot(pTHX);

#endif
