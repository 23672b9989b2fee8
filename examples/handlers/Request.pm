package Request;

# Shows the request, as the API returns it
use strict;
use warnings;

use Apache2::Const -compile => qw(OK);
use Apache2::RequestIO  ();
use Apache2::RequestRec ();
use APR::Table          ();

sub handler {
    my $r = shift;
    $r->content_type('text/plain');
    $r->print($r->the_request, "\n\n");
    $r->headers_in->do(
        sub {
            my ($name, $value) = @_;
            $r->print("$name: $value\n");
            return 1;
        }
    );
    $r->print("\nuri        ", $r->uri,        "\n");
    $r->print('path_info  ',   $r->path_info,  "\n");
    $r->print('args       ',   $r->args // '', "\n");
    $r->print('handler    ',   $r->handler,    "\n");
    return Apache2::Const::OK;
}

1;
