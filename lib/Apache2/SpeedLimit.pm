package Apache2::SpeedLimit;

# PerlSpeedLimit as a handler: refuses clients that send requests too fast.

use Mehari::Perl;

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

Apache2::SpeedLimit - limit the number of requests per client

=head1 SYNOPSIS

    PerlModule Apache2::SpeedLimit
    <Location "/shop">
        PerlAccessHandler Apache2::SpeedLimit
        PerlSetVar SpeedLimit   20
        PerlSetVar SpeedSamples 40
    </Location>

=head1 DESCRIPTION

This module is for configurations that use Apache::SpeedLimit. The directive
C<PerlSpeedLimit> does the same without Perl, under any MPM and for pools too:

    PerlSpeedLimit 20/60 burst=40

Each client has a bucket of tokens. The bucket holds SpeedSamples tokens, and
is refilled at the speed of SpeedLimit. A request takes one token. If there is
none, the client gets the status 429 with a C<Retry-After> header. A client is
an IP address (C<< $r->useragent_ip >>, which mod_remoteip can set), or the
first 64 bits of an IPv6 address. All processes of httpd share one table of a
fixed size: see PerlSpeedLimit in
F<docs/directives.md>.

=over

=item SpeedLimit

The number of requests in a minute, by default 10.

=item SpeedSamples

The number of requests that a client can make at once, which is the size of
the bucket; by default 10.

=item SpeedForgive

This variable has no effect. mehari forgets a client that has been silent for
SpeedSamples / SpeedLimit minutes.

=back

Each location (C<< $r->location >>) counts its own requests.

=head1 FUNCTIONS

=head2 handler

    $status = Apache2::SpeedLimit::handler($r);

httpd calls the function for PerlAccessHandler.

B<Returns:> C<Apache2::Const::DECLINED> to let the request pass, or
C<Apache2::Const::HTTP_TOO_MANY_REQUESTS>.

B<Errors:> it throws if the module was not loaded when the server started.

B<Phase:> PerlAccessHandler, or another handler before the response.

B<Example:> a PerlAccessHandler limits only the POST requests.

    return Apache2::Const::DECLINED if $r->method ne 'POST';
    return Apache2::SpeedLimit::handler($r);

=head2 wait_for

    $seconds = Apache2::SpeedLimit::wait_for($r, $requests, $seconds,
        $burst, $name);

The function takes a token for this client from the bucket $name. The bucket
holds $burst tokens, by default $requests, and gets $requests new tokens in
$seconds. In a worker of a pool the table is that pool's own.

B<Returns:> 0 if the request may pass, or else the number of seconds until one
may. C<Retry-After> has the same number.

B<Errors:> it throws if the module was not loaded when the server started.

B<Phase:> during a request.

B<Example:> a contact form sends three mails an hour for each client.

    return Apache2::Const::HTTP_TOO_MANY_REQUESTS
        if Apache2::SpeedLimit::wait_for($r, 3, 3600, 3, 'mail');

=head2 prepare

    $bool = Apache2::SpeedLimit::prepare();

The function creates the shared table. The module calls it when you load it.

B<Returns:> true, or false if the server has already started without the
table.

B<Errors:> none of its own.

B<Phase:> when the server starts.

B<Example:>

    require Apache2::SpeedLimit;
    warn "load it when the server starts\n"
        if !Apache2::SpeedLimit::prepare();

=head1 SEE ALSO

L<Apache2::Access>, F<docs/directives.md>

=cut
