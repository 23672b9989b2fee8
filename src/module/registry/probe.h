/*
 * probe.h - fires the probes of a compilation (probes.h) for
 * ModPerl::RegistryCooker, which compiles in Perl:
 * Mehari::Registry::compile_start(FILE) and compile_done(FILE, SUCCESS).
 */
#ifndef MEHARI_MODULE_REGISTRY_PROBE_H
#define MEHARI_MODULE_REGISTRY_PROBE_H

#include "module/common/mehari.h"

void mh_registry_probe_boot(pTHX);

#endif
