# The mail's hello for uWSGI and Starman.
use strict;
use warnings;

sub {
    my ($env) = @_;
    my $none      = '';
    my $interface = $env->{GATEWAY_INTERFACE} // '';
    my $body = qq[
<html><body>
<h1>Hello Worlds</h1>
<pre>
GATEWAY_INTERFACE: $interface
MOD_PERL: $none
</pre>
</body></html>
];
    my @headers = (
        'Content-Type'   => 'text/html',
        'Content-Length' => length $body
    );
    return [ 200, \@headers, [$body] ];
};
