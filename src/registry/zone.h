/*
 * zone.h - the time zone of a program: TZ of the process's environment, which
 * is where the C library looks. The rest of that is httpd's own.
 */
#ifndef MEHARI_REGISTRY_ZONE_H
#define MEHARI_REGISTRY_ZONE_H

/* NULL: there is no TZ. Perl calls tzset() before it uses it. */
void mh_zone_set(const char *zone);

/* As it was before the first mh_zone_set(). */
void mh_zone_restore(void);

#endif
