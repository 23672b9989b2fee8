package Apache2::SubRequest;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::SubRequest - requests inside a request, and internal redirects

=head1 SYNOPSIS

    use Apache2::SubRequest ();
    use Apache2::Const -compile => qw(HTTP_OK);

    my $subr = $r->lookup_uri('/header.html');
    $subr->run if $subr->status == Apache2::Const::HTTP_OK;

    $r->internal_redirect('/elsewhere');

=head1 DESCRIPTION

=head2 A subrequest or an internal redirect?

=over

=item lookup_uri, lookup_file

Ask httpd what it would do: which file and type is it, is the client allowed?
The subrequest has run all phases up to the response then. It is an
L<Apache2::RequestRec>, so ask its C<filename>, C<content_type>, C<status>.

=item run

The method also sends the body of the subrequest, in the middle of your page.
Its headers are not sent.

=item internal_redirect

Lets another URI answer in your place, with its own headers and status. The
client does not notice. Your handler returns OK right after it.

=item a response with status 302 and Location

Tells the client to ask for another URI. The address in the browser changes.
This needs no method of this module: set the C<Location> header and return
C<Apache2::Const::REDIRECT>.

=back

A subrequest ends when Perl has no reference left to it.

$filter, where you can give it, is the output filter that the output of the
subrequest goes to. The default is C<< $r->proto_output_filters >>, after the
content filters of $r, because the subrequest has content filters of its own.

=head1 METHODS OF A REQUEST

=head2 lookup_uri

    $subr = $r->lookup_uri($uri);
    $subr = $r->lookup_uri($uri, $filter);

The method makes a subrequest for a URI, which may be relative to that of the
request.

B<Returns:> an C<Apache2::SubRequest>. Its C<status> is 200 if the client is
allowed to ask for the URI, or else for example 403. A file that does not
exist has a status of 200 too, because only the response phase looks for it:
ask C<< $subr->finfo->filetype >>, which is C<APR::Const::FILETYPE_NOFILE>
then.

B<Errors:> it throws in a worker (PerlUsePool).

B<Example:> is the user allowed to see that page?

    my $subr = $r->lookup_uri('/admin/');
    my $may  = $subr->status == Apache2::Const::HTTP_OK;
    $r->print('<a href="/admin/">Administration</a>') if $may;

=head2 lookup_method_uri

    $subr = $r->lookup_method_uri($method, $uri);
    $subr = $r->lookup_method_uri($method, $uri, $filter);

The method makes a subrequest by another method than GET.

B<Returns:> an C<Apache2::SubRequest>.

B<Errors:> it throws in a worker (PerlUsePool).

B<Example:> would httpd let the client delete it?

    my $subr = $r->lookup_method_uri(DELETE => '/items/7');
    my $may  = $subr->status < 400;

=head2 lookup_file

    $subr = $r->lookup_file($file);
    $subr = $r->lookup_file($file, $filter);

The method makes a subrequest for a file, which may be relative to that of the
request.

B<Returns:> an C<Apache2::SubRequest>. A file that does not exist has a status
of 200, as with C<lookup_uri>.

B<Errors:> it throws in a worker (PerlUsePool), and if the request has no file
yet.

B<Phase:> after PerlTransHandler.

B<Example:> the type that httpd knows for a file.

    my $subr = $r->lookup_file('/srv/files/report.pdf');
    $r->content_type($subr->content_type);
    $r->sendfile($subr->filename);

=head2 lookup_dirent

    $subr = $r->lookup_dirent($finfo);
    $subr = $r->lookup_dirent($finfo, $subtype);
    $subr = $r->lookup_dirent($finfo, $subtype, $filter);

The method makes a subrequest for an entry (an L<APR::Finfo>) of the directory
that the request is for. $subtype says what happens to the query string: 0
(the default) leaves it out, 1 merges it.

B<Returns:> an C<Apache2::SubRequest>.

B<Errors:> it throws in a worker (PerlUsePool), and if the request has no file
yet.

B<Phase:> after PerlTransHandler.

B<Example:>

    my $finfo = APR::Finfo::stat($r->filename . '/README',
        APR::Const::FINFO_NORM, $r->pool);
    my $type = $r->lookup_dirent($finfo)->content_type;

=head2 internal_redirect

    $r->internal_redirect($uri);

The method lets a URI answer, through all phases, by the method of this
request. Send nothing before it and nothing after it.

B<Returns:> nothing.

B<Errors:> it throws an L<APR::Error> if output of yours is still in the
buffer and cannot be sent. A URI that does not exist answers with its own
error page.

B<Phase:> response handlers.

B<Example:>

    if (!-e '/srv/maintenance.done') {
        $r->internal_redirect('/maintenance.html');
        return Apache2::Const::OK;
    }

=head2 internal_redirect_handler

    $r->internal_redirect_handler($uri);

The method does the same. If this request has a handler, the new one begins
with the content type of this one.

B<Returns:> nothing.

B<Errors:> it throws an L<APR::Error> if output of yours is still in the
buffer and cannot be sent.

B<Phase:> response handlers.

B<Example:>

    $r->content_type('text/html');
    $r->internal_redirect_handler('/templates/page');
    return Apache2::Const::OK;

=head2 internal_fast_redirect

    $r->internal_fast_redirect($subr);

The method makes the request what a subrequest was looked up to be, without
running its phases again.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> PerlFixupHandler. The response phase goes on with the new file.

B<Example:> a PerlFixupHandler serves the compressed copy where there is one.

    my $subr = $r->lookup_file($r->filename . '.gz');
    if ($subr->status == Apache2::Const::HTTP_OK && -e $subr->filename) {
        $r->internal_fast_redirect($subr);
        $r->content_encoding('gzip');
    }
    return Apache2::Const::OK;

=head1 METHODS OF A SUBREQUEST

=head2 run

    $status = $subr->run;

The method runs the subrequest. Its output follows what the request has sent
so far.

B<Returns:> C<Apache2::Const::OK> if it went well, or an HTTP status: 404 if
there is no such file. No error page is sent then.

B<Errors:> it throws if the subrequest runs already, and an L<APR::Error> if
output of yours is still in the buffer and cannot be sent.

B<Phase:> response handlers.

B<Example:> a header and a footer around a page.

    for my $part ('/header.html', '/news.html', '/footer.html') {
        my $subr = $r->lookup_uri($part);
        $subr->run if $subr->status == Apache2::Const::HTTP_OK;
    }

=head2 DESTROY

Ends the subrequest, unless it runs. Perl calls it.

=head1 SEE ALSO

L<Apache2::RequestRec/main>, L<Apache2::RequestRec/prev>, L<Apache2::Filter>

=cut
