package Apache2::SpeedLimit;

# A handler that refuses clients who ask too fast: PerlSpeedLimit, as a handler.

use v5.36;

use Apache2::Const -compile => qw(DECLINED HTTP_TOO_MANY_REQUESTS);
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();

our $VERSION = '1.00';

# The counts are in memory that httpd's children inherit.
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

This module is for configurations with Apache::SpeedLimit. The directive
C<PerlSpeedLimit> does the same without Perl, under any MPM and for pools too:

    PerlSpeedLimit 20/60 burst=40

A client has a bucket that holds so many requests and is filled at the given
speed. A request takes one out. When there is none, the request gets status
429 with a C<Retry-After>, and takes nothing. Clients are told apart by their
address (C<< $r->useragent_ip >>, which mod_remoteip sets), those with IPv6 by
its first 64 bits. All processes of httpd share one table of a fixed size:
F<docs/directives.md> says more (PerlSpeedLimit, PerlSpeedLimitClients).

=over

=item SpeedLimit

Requests in a minute, 10 by default.

=item SpeedSamples

Requests at once, until the speed counts: what the bucket holds, 10 by
default.

=item SpeedForgive

This variable is not needed: mehari forgets a client that has been silent for
SpeedSamples / SpeedLimit minutes.

=back

Each place (C<< $r->location >>) counts its own requests.

=head1 FUNCTIONS

=head2 handler

    $status = Apache2::SpeedLimit::handler($r);

httpd calls the function for PerlAccessHandler.

B<Returns:> C<Apache2::Const::DECLINED> or
C<Apache2::Const::HTTP_TOO_MANY_REQUESTS>.

B<Errors:> it throws if the module was not loaded when the server started.

B<Phase:> PerlAccessHandler, and other handlers before the response.

B<Example:> only logins are limited.

    return Apache2::Const::DECLINED if $r->method ne 'POST';
    return Apache2::SpeedLimit::handler($r);

=head2 wait_for

    $seconds = Apache2::SpeedLimit::wait_for($r, $requests, $seconds,
        $burst, $name);

The function counts a request of the client in the bucket of that name, which
holds $burst requests ($requests by default) and is filled with $requests in
$seconds. It works in workers of a pool, with a table of that pool.

B<Returns:> 0 if the request passes; else the seconds until one would, which
are in C<Retry-After> too.

B<Errors:> it throws if the module was not loaded when the server started.

B<Phase:> while a request is handled.

B<Example:> three mails an hour for each client.

    return Apache2::Const::HTTP_TOO_MANY_REQUESTS
        if Apache2::SpeedLimit::wait_for($r, 3, 3600, 3, 'mail');

=head2 prepare

    $bool = Apache2::SpeedLimit::prepare();

The module calls the function when it is loaded, so that the table is made
when httpd starts.

B<Returns:> true; false if the server has started without it, and there will
be no table.

B<Errors:> none of its own.

B<Phase:> while the server starts.

B<Example:>

    require Apache2::SpeedLimit;
    warn "load it when the server starts\n"
        if !Apache2::SpeedLimit::prepare();

=head1 SEE ALSO

L<Apache2::Access>, F<docs/directives.md>

=cut
