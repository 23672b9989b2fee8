/*
 * hear.h - what a process hears that must never wait, from processes that it
 * cannot trust: a manager from those below it.
 *
 * A message may have descriptors, and the last one to close a descriptor may
 * have to wait for as long as whoever made it likes. So none are received here,
 * and what is closed is looked into first. Every call that returns a number
 * returns 0 or an errno.
 */
#ifndef MEHARI_HEAR_H
#define MEHARI_HEAR_H

#include <stdbool.h>
#include <sys/un.h>

#include "wire/channel.h"

/*
 * Of two ends, ends[0] is for who must not wait: it takes no descriptors, where
 * the kernel can be told so (Linux 6.16); elsewhere they are not received.
 */
int mh_hear_pair(int ends[2]);
/* The same, and nothing can be sent to ends[0]. */
int mh_hear_pair_mute(int ends[2]);

/*
 * Receives from one who has no descriptors to send. Never waits: to receive
 * some, or to have the kernel discard them, can, as who had them may have made
 * closing them slow (SO_LINGER). EPERM: the next message has some. It stays
 * where it is, and the channel is to be closed, by mh_hear_close().
 */
int mh_hear(int channel, mh_channel_packet_t *packet);

/*
 * No more messages than this are taken at once from a process that has ended:
 * a queue holds fewer, and one who has its end may add more without end.
 */
#define MH_HEAR_LAST 1024

/*
 * Closes a descriptor without waiting, whatever is in it. False: a message in
 * it has descriptors. It is shut, but open: a process that ends may close it.
 */
bool mh_hear_close(int channel);

/*
 * Where a pool's children say how they ended: a datagram socket under a name
 * that the kernel chose, with the sender's pid in every message. The child
 * needs no descriptor while the script runs: it opens one when it has ended.
 * Anybody may know the name; the kernel drops what does not begin with the
 * secret, before it is queued.
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
/* As mh_hear(), of such a socket; the sender's pid with EPERM too. */
int mh_hear_report(int channel, mh_channel_packet_t *packet);
/*
 * In a process that is to end: takes the next message off it, whatever comes
 * with it. That is kept until then.
 */
void mh_hear_discard(int channel);

#endif
