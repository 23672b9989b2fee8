#!/usr/bin/perl

# The mail's hello for mod_fcgid: a process that answers one request after the
# other.
use strict;
use warnings;
use FCGI;

my %env;
my $request = FCGI::Request(\*STDIN, \*STDOUT, \*STDERR, \%env);
while ($request->Accept >= 0) {
    my $none      = '';
    my $interface = $env{GATEWAY_INTERFACE} // '';
    print qq[Content-Type: text/html\r\n\r\n];
    print qq[
<html><body>
<h1>Hello Worlds</h1>
<pre>
GATEWAY_INTERFACE: $interface
MOD_PERL: $none
</pre>
</body></html>
];
}
