/*
 * hear.h - receives messages without ever waiting, from processes that cannot
 * be trusted: those below a manager.
 *
 * A message may have descriptors, and closing the last copy of a descriptor may
 * take as long as its creator likes. So no descriptors are received here, and a
 * socket is checked for such messages before it is closed. Every call that
 * returns a number returns 0 or an errno.
 */
#ifndef MEHARI_POOL_COMMON_HEAR_H
#define MEHARI_POOL_COMMON_HEAR_H

#include <stdbool.h>
#include <sys/un.h>

#include "shared/wire/channel.h"

/*
 * Makes a pair; ends[0] is for the process that must not wait. The kernel
 * refuses descriptors sent there if it can (Linux 6.16); otherwise we do not
 * receive them.
 */
int mh_hear_pair(int ends[2]);
/* The same, but nothing can be sent to ends[0]. */
int mh_hear_pair_mute(int ends[2]);

/*
 * Receives from a peer that has no descriptors to send. Never waits. A call
 * that received descriptors, or let the kernel discard them, could wait,
 * because their sender may have made closing them slow (SO_LINGER). EPERM: the
 * next message has descriptors. It stays where it is; the caller closes the
 * channel by mh_hear_close().
 */
int mh_hear(int channel, mh_channel_packet_t *packet);

/*
 * From here on nothing can be sent to the channel. The few messages that were
 * sent before can still be received. Call it when the peer's process has ended:
 * another holder of the peer's end could add messages for ever.
 */
void mh_hear_last(int channel);

/*
 * Closes a socket without waiting. False: a message in its queue has
 * descriptors, whose closing could wait. Then the socket is shut down and stays
 * open; only a process that ends may close it.
 */
bool mh_hear_close(int channel);

/*
 * Datagram socket on which a pool's children report how they ended. Its name is
 * chosen by the kernel, and every message has the sender's pid. A child has no
 * descriptor for it while its script runs; the child opens one when it ends.
 * Anybody may know the name; the kernel drops datagrams that do not begin with
 * the secret, before it queues them.
 */
#define MH_HEAR_SECRET 16

typedef struct mh_hear_address_t {
    unsigned char secret[MH_HEAR_SECRET];
    struct sockaddr_un name;
    unsigned size; /* of the name */
} mh_hear_address_t;

int mh_hear_reports_open(int *channel, mh_hear_address_t *address);
int mh_hear_say(const mh_hear_address_t *address, const void *data,
                size_t size);
/* As mh_hear(), from such a socket; sets the sender's pid with EPERM, too. */
int mh_hear_report(int channel, mh_channel_packet_t *packet);
/*
 * Removes the next message from the channel. Descriptors that come with it stay
 * open until the process ends, so call it only in a process that is about to
 * end.
 */
void mh_hear_discard(int channel);

#endif
