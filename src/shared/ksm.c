/*
 * ksm.c - see ksm.h.
 */
#include "shared/ksm.h"

#include <errno.h>
#include <stdio.h>
#include <sys/prctl.h>

#ifndef PR_SET_MEMORY_MERGE /* Linux 6.4 */
#define PR_SET_MEMORY_MERGE 67
#endif

/* Pages are offered, but the machine's administrator has to enable KSM as well.
 */
static const char *is_running(void)
{
    FILE *file = fopen("/sys/kernel/mm/ksm/run", "re");
    int state = file ? fgetc(file) : EOF;

    if (file)
        fclose(file);
    return state == '1' ? NULL
                        : "MH3066: merge=on: the kernel merges pages only when "
                          "/sys/kernel/mm/ksm/run is 1";
}

const char *mh_ksm_merge(void)
{
    if (!prctl(PR_SET_MEMORY_MERGE, 1, 0, 0, 0))
        return is_running();
    return errno == EINVAL
               ? "MH3067: merge=on: this kernel cannot merge the pages of "
                 "a process; Linux 6.4 or newer with KSM can"
               : "MH3068: merge=on: the system does not let this process "
                 "have its pages merged";
}
