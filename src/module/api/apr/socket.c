/*
 * socket.c - APR::Socket: a connection below httpd's filters.
 */
#include "module/api/core/method_table.h"

#include "apr_network_io.h"
#include "apr_poll.h"
#include "apr_portable.h"

#define SOCKET(call) ((apr_socket_t *)(call)->self)

static SV *socket_bind(pTHX_ mh_call_t *call)
{
    apr_sockaddr_t *address = mh_arg_object(aTHX_ call, 0, MH_SOCKADDR);

    return mh_int(aTHX_ apr_socket_bind(SOCKET(call), address));
}

static SV *socket_close(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ apr_socket_close(SOCKET(call)));
}

static SV *socket_connect(pTHX_ mh_call_t *call)
{
    apr_sockaddr_t *address = mh_arg_object(aTHX_ call, 0, MH_SOCKADDR);

    return mh_int(aTHX_ apr_socket_connect(SOCKET(call), address));
}

static SV *socket_fileno(pTHX_ mh_call_t *call)
{
    apr_os_sock_t descriptor = -1;

    mh_check_status(aTHX_ apr_os_sock_get(&descriptor, SOCKET(call)),
                    "APR::Socket::fileno");
    return mh_int(aTHX_ descriptor);
}

static SV *socket_listen(pTHX_ mh_call_t *call)
{
    apr_int32_t backlog = (apr_int32_t)mh_arg_int(aTHX_ call, 0, 0);

    return mh_int(aTHX_ apr_socket_listen(SOCKET(call), backlog));
}

static SV *opt_get(pTHX_ mh_call_t *call)
{
    apr_int32_t option = (apr_int32_t)mh_arg_int(aTHX_ call, 0, 0);
    apr_int32_t value = 0;

    mh_check_status(aTHX_ apr_socket_opt_get(SOCKET(call), option, &value),
                    "APR::Socket::opt_get");
    return mh_int(aTHX_ value);
}

static SV *opt_set(pTHX_ mh_call_t *call)
{
    apr_int32_t option = (apr_int32_t)mh_arg_int(aTHX_ call, 0, 0);
    apr_int32_t value = (apr_int32_t)mh_arg_int(aTHX_ call, 1, 0);

    mh_check_status(aTHX_ apr_socket_opt_set(SOCKET(call), option, value),
                    "APR::Socket::opt_set");
    return NULL;
}

static SV *socket_poll(pTHX_ mh_call_t *call)
{
    apr_pollfd_t descriptor = {
        .p = mh_arg_object(aTHX_ call, 0, MH_POOL),
        .desc_type = APR_POLL_SOCKET,
        .reqevents = (apr_int16_t)mh_arg_int(aTHX_ call, 2, 0),
        .desc.s = SOCKET(call),
    };
    apr_int32_t ready;

    return mh_int(
        aTHX_ apr_poll(&descriptor, 1, &ready, mh_arg_int(aTHX_ call, 1, 0)));
}

/* --- reading ---------------------------------------------------------- */

/* Room for that many bytes, as a mortal string. */
static SV *room(pTHX_ mh_call_t *call, IV wanted)
{
    SV *buffer;

    if (wanted < 0)
        mh_method_croak(aTHX_ call, "a length cannot be negative");
    buffer = sv_2mortal(newSV((STRLEN)wanted + 1));
    SvPOK_only(buffer);
    return buffer;
}

/* Puts received bytes into the caller's variable, tainted. */
static void socket_give(pTHX_ SV *variable, SV *buffer, apr_size_t length)
{
    SvCUR_set(buffer, length);
    *SvEND(buffer) = '\0';
    sv_setsv_mg(variable, buffer);
    SvTAINTED_on(variable);
}

/* At the end of the data the string is empty. */
static SV *socket_recv(pTHX_ mh_call_t *call)
{
    SV *variable = call->arg[0];
    IV wanted = mh_arg_int(aTHX_ call, 1, 0);
    SV *buffer = room(aTHX_ call, wanted);
    apr_size_t length = (apr_size_t)wanted;
    apr_status_t rc = apr_socket_recv(SOCKET(call), SvPVX(buffer), &length);

    if (rc != APR_SUCCESS && !APR_STATUS_IS_EOF(rc))
        mh_croak_status(aTHX_ rc, "APR::Socket::recv");
    socket_give(aTHX_ variable, buffer, length);
    return mh_int(aTHX_(IV) length);
}

/* The arguments after the address begin at number i. */
static SV *receive_from(pTHX_ mh_call_t *call, apr_sockaddr_t *from, int i)
{
    apr_socket_t *sock = mh_arg_object(aTHX_ call, i, MH_SOCKET);
    apr_int32_t flags = (apr_int32_t)mh_arg_int(aTHX_ call, i + 1, 0);
    SV *variable = call->arg[i + 2];
    IV wanted = mh_arg_int(aTHX_ call, i + 3, 0);
    SV *buffer = room(aTHX_ call, wanted);
    apr_size_t length = (apr_size_t)wanted;
    apr_status_t rc = apr_socket_recvfrom(from, sock, flags, SvPVX(buffer),
                                          &length);

    if (rc == APR_SUCCESS || APR_STATUS_IS_EOF(rc))
        socket_give(aTHX_ variable, buffer, length);
    return mh_int(aTHX_ rc);
}

static SV *recvfrom_function(pTHX_ mh_call_t *call)
{
    return receive_from(aTHX_ call, mh_arg_object(aTHX_ call, 0, MH_SOCKADDR),
                        1);
}

static SV *recvfrom_method(pTHX_ mh_call_t *call)
{
    return receive_from(aTHX_ call, call->self, 0);
}

/* --- writing ---------------------------------------------------------- */

/* The bytes of argument i, as many as argument i + 1 says. */
static const char *bytes_arg(pTHX_ mh_call_t *call, int i, apr_size_t *length)
{
    IV wanted = mh_arg_int(aTHX_ call, i + 1, -1);
    STRLEN there;
    const char *bytes = SvPV(call->arg[i], there);

    *length = there;
    if (mh_arg_given(call, i + 1)) {
        if (wanted < 0 || (UV)wanted > there) {
            mh_method_croak(aTHX_ call,
                            "argument %d must be a length from 0 to %" UVuf
                            ", that of argument %d, not %" IVdf,
                            i + 2, (UV)there, i + 1, wanted);
        }
        *length = (apr_size_t)wanted;
    }
    return bytes;
}

static SV *socket_send(pTHX_ mh_call_t *call)
{
    apr_size_t length;
    const char *bytes = bytes_arg(aTHX_ call, 0, &length);

    mh_check_status(aTHX_ apr_socket_send(SOCKET(call), bytes, &length),
                    "APR::Socket::send");
    return mh_int(aTHX_(IV) length);
}

static SV *socket_sendto(pTHX_ mh_call_t *call)
{
    apr_sockaddr_t *where = mh_arg_object(aTHX_ call, 0, MH_SOCKADDR);
    apr_int32_t flags = (apr_int32_t)mh_arg_int(aTHX_ call, 1, 0);
    apr_size_t length;
    const char *bytes = bytes_arg(aTHX_ call, 2, &length);

    return mh_int(
        aTHX_ apr_socket_sendto(SOCKET(call), where, flags, bytes, &length));
}

/* --- waiting ---------------------------------------------------------- */

static SV *timeout_get(pTHX_ mh_call_t *call)
{
    apr_interval_time_t timeout = 0;

    mh_check_status(aTHX_ apr_socket_timeout_get(SOCKET(call), &timeout),
                    "APR::Socket::timeout_get");
    return mh_int(aTHX_ timeout);
}

static SV *timeout_set(pTHX_ mh_call_t *call)
{
    mh_check_status(aTHX_ apr_socket_timeout_set(SOCKET(call),
                                                 mh_arg_int(aTHX_ call, 0, -1)),
                    "APR::Socket::timeout_set");
    return NULL;
}

static const mh_method_t socket_methods[] = {
    MH_METHOD("bind", "D", socket_bind, "give the socket an address"),
    MH_METHOD("close", "", socket_close, "close the socket"),
    MH_METHOD("connect", "D", socket_connect, "connect to an address"),
    MH_METHOD("fileno", "", socket_fileno, "the number of the descriptor"),
    MH_METHOD("listen", "i", socket_listen, "wait for connections"),
    MH_METHOD("opt_get", "i", opt_get, "the value of an option"),
    MH_METHOD("opt_set", "ii", opt_set, "set an option"),
    MH_METHOD("poll", "Pii", socket_poll,
              "wait until the socket can be read or written"),
    MH_METHOD("recv", "wi", socket_recv, "read into a variable"),
    MH_METHOD("send", "s|i", socket_send, "write a string"),
    MH_METHOD("sendto", "Dis|i", socket_sendto, "send a datagram"),
    MH_METHOD("timeout_get", "@", timeout_get,
              "the timeout in microseconds; -1 means forever"),
    MH_METHOD("timeout_set", "i", timeout_set, "set the timeout"),
    MH_METHOD("recvfrom", ":DKiwi", recvfrom_function,
              "receive a datagram and the address it came from"),
    MH_END,
};

static const mh_method_t socket_address_methods[] = {
    MH_METHOD("recvfrom", "Kiwi", recvfrom_method,
              "receive a datagram and the address it came from"),
    MH_END,
};

const mh_api_t mh_api_apr_socket[] = {
    { "APR::Socket", MH_SOCKET, socket_methods },
    { "APR::Socket", MH_SOCKADDR, socket_address_methods },
    MH_API_END,
};
