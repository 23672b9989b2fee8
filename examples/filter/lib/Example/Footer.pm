package Example::Footer;

# Adds a line before the end of each HTML page.
use strict;
use warnings;

use Apache2::Const -compile => qw(OK DECLINED);
use Apache2::Filter      ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use APR::Table           ();

my $PIECE = 8192;
my $END   = '</body>';

# httpd calls this for each part of the page. If the part ends with a piece of
# $END, the filter keeps that piece for the next call.
sub handler {
    my $filter = shift;
    unless ($filter->ctx) {
        my $r = $filter->r;
        return Apache2::Const::DECLINED
            if ($r->content_type // '') !~ m{\Atext/html\b};
        $r->headers_out->unset('Content-Length');
        $filter->ctx({ kept => '' });
    }
    my $state = $filter->ctx;
    my $text  = delete $state->{kept};
    while ($filter->read(my $piece, $PIECE)) {
        $text .= $piece;
    }
    my $footer = '<footer>' . $filter->r->uri . ", by process $$</footer>\n";
    $text =~ s/(?=$END)/$footer/i;
    my $keep = $filter->seen_eos ? 0 : length($END) - 1;
    $state->{kept} = $keep && length $text
        ? substr $text, -$keep, $keep, ''
        : '';
    $filter->print($text);
    $filter->ctx($state);
    return Apache2::Const::OK;
}

1;
