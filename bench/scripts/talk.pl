#!/usr/bin/perl

# The talk's hello: the smallest page that uses CGI.pm.
use CGI;

my $q = CGI->new;
print $q->header('text/html');
print <<"EOF";
<html><body>
<h1>Hello world!</h1>
<pre>
GATEWAY_INTERFACE: $ENV{GATEWAY_INTERFACE}
MOD_PERL: $ENV{MOD_PERL}
</pre>
</body></html>
EOF
