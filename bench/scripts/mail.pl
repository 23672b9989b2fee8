#!/usr/bin/perl

# The mail's hello: the talk's page, without CGI.pm.
print qq[Content-Type: text/html\r\n\r\n];

print qq[
<html><body>
<h1>Hello Worlds</h1>
<pre>
GATEWAY_INTERFACE: $ENV{GATEWAY_INTERFACE}
MOD_PERL: $ENV{MOD_PERL}
</pre>
</body></html>
];
