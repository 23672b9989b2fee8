package Apache2::SubRequest;

use 5.036;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::SubRequest - requests inside a request

=head1 SYNOPSIS

    use Apache2::SubRequest ();

    my $subr = $r->lookup_uri('/header.html');
    $subr->run if $subr->status == Apache2::Const::HTTP_OK;

    $r->internal_redirect('/elsewhere');

=head1 DESCRIPTION

A subrequest goes through the phases up to the response when it is looked up:
what it would be can then be asked of it, for it is an L<Apache2::RequestRec>
too. It ends when Perl has no reference left to it.

$filter, where it can be given, is the output filter that what it sends goes to;
by default C<< $r->proto_output_filters >>, after the content filters of $r: the
subrequest has content filters of its own.

=head1 METHODS OF A REQUEST

=head2 lookup_uri

    $subr = $r->lookup_uri($uri);
    $subr = $r->lookup_uri($uri, $filter);

A subrequest for the URI, which may be relative to that of the request.

=head2 lookup_method_uri

    $subr = $r->lookup_method_uri($method, $uri);
    $subr = $r->lookup_method_uri($method, $uri, $filter);

The same by another method than GET.

=head2 lookup_file

    $subr = $r->lookup_file($file);
    $subr = $r->lookup_file($file, $filter);

A subrequest for the file, which may be relative to that of the request.

=head2 lookup_dirent

    $subr = $r->lookup_dirent($finfo);
    $subr = $r->lookup_dirent($finfo, $subtype);
    $subr = $r->lookup_dirent($finfo, $subtype, $filter);

A subrequest for an entry (an APR::Finfo) of the directory that the request is
for. $subtype says what becomes of its arguments: 0 (the default) leaves them
out, 1 merges them.

=head2 internal_redirect

    $r->internal_redirect($uri);

Lets the URI answer, through all phases. Nothing should have been sent before
or be sent after it.

=head2 internal_redirect_handler

    $r->internal_redirect_handler($uri);

The same, and the new request begins with the content type of this one, if this
one has a handler.

=head2 internal_fast_redirect

    $r->internal_fast_redirect($subr);

The request becomes what the subrequest was looked up to be; the handler goes on
with it, or returns C<Apache2::Const::DECLINED>.

=head1 METHODS OF A SUBREQUEST

=head2 run

    $status = $subr->run;

Runs the subrequest: what it sends follows what the request has sent. Returns
its status, C<Apache2::Const::OK> if it went well. Throws if it runs already.

=head2 DESTROY

Ends the subrequest, unless it runs. Perl calls it.

=cut
