package Hello;

# The same hello as a handler
use strict;
use warnings;

use Apache2::Const -compile => qw(OK);
use Apache2::RequestIO  ();
use Apache2::RequestRec ();

sub handler {
    my $r = shift;

    my $interface = $ENV{GATEWAY_INTERFACE} // '';
    my $mod_perl  = $ENV{MOD_PERL}          // '';
    $r->content_type('text/html');
    $r->print(<<"EOT");
<html><body>
<h1>Hello world!</h1>
<pre>
GATEWAY_INTERFACE: $interface
MOD_PERL: $mod_perl
</pre>
</body></html>
EOT
    return Apache2::Const::OK;
}

1;
