/*
 * orphan.h - a child of httpd ends with its parent.
 *
 * In plain httpd, a parent that was killed leaves its children behind. They
 * hold the ports, so that httpd cannot be started again, and no process
 * replaces them, or the managers of pools. A pool ends when httpd's last child
 * does.
 *
 * Responses that a child is sending are broken off so that their clients see
 * it.
 */
#ifndef MEHARI_MODULE_LIFE_ORPHAN_H
#define MEHARI_MODULE_LIFE_ORPHAN_H

/* Parent, before the first child. */
void mh_orphan_parent(void);

/* A child that has taken its user. */
void mh_orphan_child(void);

#endif
