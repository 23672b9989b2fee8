package Mehari::Workload::Talk;

# The talk's hello as a handler: bench/scripts/talk.pl, CGI.pm included.

use strict;
use warnings;

use Apache2::RequestRec ();
use Apache2::RequestIO  ();
use Apache2::Const -compile => 'OK';
use Mehari::Workload::CGIpm ();

sub handler {
    my ($r) = @_;
    my $q = Mehari::Workload::CGIpm::query($r);

    $r->print($q->header('text/html'));
    $r->print(<<"PAGE");
<html><body>
<h1>Hello world!</h1>
<pre>
GATEWAY_INTERFACE: $ENV{GATEWAY_INTERFACE}
MOD_PERL: $ENV{MOD_PERL}
</pre>
</body></html>
PAGE
    return Apache2::Const::OK;
}

1;
