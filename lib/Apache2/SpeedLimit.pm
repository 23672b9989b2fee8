package Apache2::SpeedLimit;

# A handler that refuses clients who ask too fast: PerlSpeedLimit, as a handler.

use 5.036;

use Apache2::Const -compile => qw(DECLINED HTTP_TOO_MANY_REQUESTS);
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();

our $VERSION = '1.00';

# What is counted is in memory that httpd's children inherit.
prepare();

sub handler {
    my $r = shift;
    return Apache2::Const::DECLINED if !$r->is_initial_req;
    my $limit = $r->dir_config('SpeedLimit')   || 10;
    my $burst = $r->dir_config('SpeedSamples') || 10;
    my $name  = $r->location // '';
    return wait_for($r, $limit, 60, $burst, $name)
        ? Apache2::Const::HTTP_TOO_MANY_REQUESTS
        : Apache2::Const::DECLINED;
}

1;

__END__

=head1 NAME

Apache2::SpeedLimit - refuse clients who ask too fast

=head1 SYNOPSIS

    PerlModule Apache2::SpeedLimit
    <Location "/shop">
        PerlAccessHandler Apache2::SpeedLimit
        PerlSetVar SpeedLimit   20
        PerlSetVar SpeedSamples 40
    </Location>

=head1 DESCRIPTION

For configurations with Apache::SpeedLimit. The same without Perl, under any MPM
and for pools too, is the directive C<PerlSpeedLimit>:

    PerlSpeedLimit 20/60 burst=40

A client has a bucket that holds so many requests and is filled at the given
speed. A request takes one out; when there is none it gets status 429 with a
C<Retry-After>, and takes nothing. Clients are told apart by their address
(C<< $r->useragent_ip >>, which mod_remoteip sets), those with IPv6 by the first
64 bits of it. All processes of httpd share one table of a fixed size:
F<docs/directives.md> says more (PerlSpeedLimit, PerlSpeedLimitClients).

=over

=item SpeedLimit

Requests in a minute, 10 when it is not set.

=item SpeedSamples

Requests at once, until the speed counts: what the bucket holds, 10 when it is
not set.

=item SpeedForgive

Not needed: who has been silent for SpeedSamples / SpeedLimit minutes is
forgotten.

=back

Requests of each place (C<< $r->location >>) are counted for themselves.

=head1 FUNCTIONS

=head2 handler

    PerlAccessHandler Apache2::SpeedLimit

Returns Apache2::Const::DECLINED or Apache2::Const::HTTP_TOO_MANY_REQUESTS.

=head2 wait_for

    $seconds = Apache2::SpeedLimit::wait_for($r, $requests, $seconds,
        $burst, $name);

For handlers of one's own: counts a request of the client in the bucket of that
name, which holds $burst requests (by default $requests) and is filled with
$requests in $seconds. Returns 0 when the request passes; else the seconds until
one would, which has been put into C<Retry-After> too. It works in workers of a
pool, with a table of that pool. Throws an exception where the module was
not loaded when the server started.

=head2 prepare

Called by the module when it is loaded: the table is made when httpd starts.
Returns false when that is over and there will be none.

=cut
