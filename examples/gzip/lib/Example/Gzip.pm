package Example::Gzip;

# Does mod_deflate's work in Perl, to show how a filter keeps data until the
# end. For real sites use mod_deflate: it is faster, and knows more of HTTP.

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

use Apache2::Const -compile => qw(OK DECLINED);
use Apache2::Filter     ();
use Apache2::RequestRec ();
use APR::Table          ();
use Compress::Raw::Zlib qw(Z_OK Z_DEFAULT_COMPRESSION WANT_GZIP);

sub handler ($f, @) {
    my $zip = $f->ctx // begin($f);
    return Apache2::Const::DECLINED if !ref $zip;
    while ($f->read(my $text, 8192)) {
        $zip->deflate($text, my $piece) == Z_OK
            or die 'deflate: ' . $zip->msg;
        $f->print($piece) if length $piece;
    }
    return Apache2::Const::OK if !$f->seen_eos;
    $zip->flush(my $rest) == Z_OK or die 'flush: ' . $zip->msg;
    $f->print($rest);
    return Apache2::Const::OK;
}

# The first piece decides about compression, while there is still time for
# headers.
sub begin ($f) {
    my $r   = $f->r;
    my $out = $r->headers_out;
    $out->merge(Vary => 'Accept-Encoding');
    my $accepts = $r->headers_in->get('Accept-Encoding') // '';
    if (   $accepts !~ /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|\z))/
        || $r->content_encoding)
    {
        $f->ctx('as it is');
        return 'as it is';
    }
    my ($zip) = Compress::Raw::Zlib::Deflate->new(
        -Level        => Z_DEFAULT_COMPRESSION,
        -WindowBits   => WANT_GZIP,
        -AppendOutput => 0,
    );
    $r->content_encoding('gzip');
    $out->unset($_) for 'Content-Length', 'ETag';
    $f->ctx($zip);
    return $zip;
}

1;
