package Mehari::Workload::CGIpm;

# The common part of the handlers that use CGI.pm.

use strict;
use warnings;

use Apache2::RequestRec ();
use Apache2::RequestIO  ();
use CGI                 qw(-utf8);

# CGI.pm asks %ENV for the request method. SetHandler perl-script fills %ENV;
# under SetHandler modperl the handler has to ask for that itself.
sub query {
    my ($r) = @_;

    $r->subprocess_env unless defined $ENV{REQUEST_METHOD};
    return CGI->new($r);
}

1;
