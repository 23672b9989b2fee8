#!/usr/bin/perl
# Says hello, and whether it runs as CGI or under mod_perl's API
use CGI;

my $q = CGI->new;
print $q->header('text/html');
print <<"EOT";
<html><body>
<h1>Hello world!</h1>
<pre>
GATEWAY_INTERFACE: $ENV{GATEWAY_INTERFACE}
MOD_PERL: @{[ $ENV{MOD_PERL} // '' ]}
</pre>
</body></html>
EOT
