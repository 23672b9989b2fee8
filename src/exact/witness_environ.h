/*
 * witness_environ.h - what hidden modules looked at in the environment while
 * they were loaded.
 *
 * It matters only to who then uses the module.
 */
#ifndef MEHARI_WITNESS_ENVIRON_H
#define MEHARI_WITNESS_ENVIRON_H

#include <stdbool.h>

#include "exact/witness_part.h"

/* Would the module (as given to mh_witness_set_whose) see the same in %ENV? */
bool mh_witness_module_agrees(const char *module);

/* The script has come to need it: what it looked at, the script did. */
void mh_witness_adopt(const char *module);

#endif
