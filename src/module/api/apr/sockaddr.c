/*
 * sockaddr.c - APR::SockAddr and APR::IpSubnet: addresses, and sets of
 * them.
 */
#include "module/api/core/method_table.h"

#include "apr_network_io.h"

#define ADDRESS(call) ((apr_sockaddr_t *)(call)->self)

static SV *equal(pTHX_ mh_call_t *call)
{
    apr_sockaddr_t *other = mh_arg_object(aTHX_ call, 0, MH_SOCKADDR);

    return mh_int(aTHX_ apr_sockaddr_equal(ADDRESS(call), other));
}

static SV *ip_get(pTHX_ mh_call_t *call)
{
    char text[64]; /* the longest IPv6 address with a zone's name */
    apr_status_t rc = apr_sockaddr_ip_getbuf(text, sizeof text, ADDRESS(call));

    mh_check_status(aTHX_ rc, "APR::SockAddr::ip_get");
    return mh_string(aTHX_ text);
}

static SV *sockaddr_port(pTHX_ mh_call_t *call)
{
    return mh_int(aTHX_ ADDRESS(call)->port);
}

static SV *subnet_new(pTHX_ mh_call_t *call)
{
    apr_pool_t *pool = mh_arg_object(aTHX_ call, 0, MH_POOL);
    const char *ip = mh_arg_string(aTHX_ call, 1, "");
    const char *mask = mh_arg_string(aTHX_ call, 2, NULL);
    apr_ipsubnet_t *subnet = NULL;
    apr_status_t rc = apr_ipsubnet_create(&subnet, ip, mask, pool);

    mh_check_status(aTHX_ rc, "APR::IpSubnet::new");
    return mh_object_in_pool(aTHX_ call, 0, MH_IP_SUBNET, subnet);
}

static SV *subnet_test(pTHX_ mh_call_t *call)
{
    apr_sockaddr_t *address = mh_arg_object(aTHX_ call, 0, MH_SOCKADDR);

    return mh_int(aTHX_ apr_ipsubnet_test(call->self, address) != 0);
}

static const mh_method_t sockaddr_address_methods[] = {
    MH_METHOD("equal", "D", equal, "true if both have the same IP address"),
    MH_METHOD("ip_get", "", ip_get, "the IP address as text"),
    MH_METHOD("port", "", sockaddr_port, "the port"),
    MH_END,
};

static const mh_method_t subnet_methods[] = {
    MH_METHOD("test", "D", subnet_test,
              "true if that address is in the network"),
    MH_METHOD("new", ".Ps|s", subnet_new, "a network of IP addresses"),
    MH_END,
};

const mh_api_t mh_api_apr_sockaddr[] = {
    { "APR::SockAddr", MH_SOCKADDR, sockaddr_address_methods },
    { "APR::IpSubnet", MH_IP_SUBNET, subnet_methods },
    MH_API_END,
};
