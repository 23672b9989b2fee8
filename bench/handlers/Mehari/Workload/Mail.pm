package Mehari::Workload::Mail;

# The mail's hello as a handler: bench/scripts/mail.pl without the script.

use strict;
use warnings;

use Apache2::RequestRec ();
use Apache2::RequestIO  ();
use Apache2::Const -compile => 'OK';

sub handler {
    my ($r) = @_;
    my $gateway = $ENV{GATEWAY_INTERFACE} // '';

    $r->content_type('text/html');
    $r->print(
        qq[
<html><body>
<h1>Hello Worlds</h1>
<pre>
GATEWAY_INTERFACE: $gateway
MOD_PERL: $ENV{MOD_PERL}
</pre>
</body></html>
]
    );
    return Apache2::Const::OK;
}

1;
