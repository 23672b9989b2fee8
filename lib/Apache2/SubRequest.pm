package Apache2::SubRequest;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

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

These methods ask httpd what it would do with a URI or a file: which file and
type is it, and is the client allowed to have it? httpd runs all phases before
the response. The result is also an L<Apache2::RequestRec>, so you can call
its C<filename>, C<content_type> and C<status>.

=item run

This method of the result also sends the body, in the middle of your page. The
headers of the subrequest are not sent.

=item internal_redirect

Another URI answers in your place, with its own headers and status. The client
does not notice. Return OK after it.

=item a response with status 302 and Location

The client asks for another URI, and the address in the browser changes. You
need no method of this module: set the C<Location> header and return
C<Apache2::Const::REDIRECT>.

=back

A subrequest ends when Perl has no reference to it any more.

The optional argument $filter is the first output filter for the subrequest's
output. The default is C<< $r->proto_output_filters >>. This chain skips the
content filters of $r, because the subrequest has content filters of its own.

=head1 METHODS OF A REQUEST

=head2 lookup_uri

    $subr = $r->lookup_uri($uri);
    $subr = $r->lookup_uri($uri, $filter);

The method makes a subrequest for a URI, by the method GET. A relative URI
starts in the directory of the request's URI.

B<Returns:> an C<Apache2::SubRequest>. Its C<status> is 200 if the client is
allowed to have the URI, or else for example 403. It is also 200 for a file
that does not exist, because only the response phase looks for the file. In
this case C<< $subr->finfo->filetype >> is C<APR::Const::FILETYPE_NOFILE>.

B<Errors:> it throws in a worker (PerlUsePool).

B<Example:> a page has a link only for users who may follow it.

    my $subr = $r->lookup_uri('/admin/');
    my $may  = $subr->status == Apache2::Const::HTTP_OK;
    $r->print('<a href="/admin/">Administration</a>') if $may;

=head2 lookup_method_uri

    $subr = $r->lookup_method_uri($method, $uri);
    $subr = $r->lookup_method_uri($method, $uri, $filter);

The method makes a subrequest for a URI as C<lookup_uri> does, with another
method than GET.

B<Returns:> an C<Apache2::SubRequest>.

B<Errors:> it throws in a worker (PerlUsePool).

B<Example:> a test for the permission to delete an item.

    my $subr = $r->lookup_method_uri(DELETE => '/items/7');
    my $may  = $subr->status < 400;

=head2 lookup_file

    $subr = $r->lookup_file($file);
    $subr = $r->lookup_file($file, $filter);

The method makes a subrequest for a file. $file is a path. A relative path
starts in the directory of the request's file.

B<Returns:> an C<Apache2::SubRequest>. As with C<lookup_uri>, the status of a
missing file is 200.

B<Errors:> it throws in a worker (PerlUsePool), and if the request has no file
yet.

B<Phase:> after PerlTransHandler.

B<Example:> the type that httpd finds for a file.

    my $subr = $r->lookup_file('/srv/files/report.pdf');
    $r->content_type($subr->content_type);
    $r->sendfile($subr->filename);

=head2 lookup_dirent

    $subr = $r->lookup_dirent($finfo);
    $subr = $r->lookup_dirent($finfo, $subtype);
    $subr = $r->lookup_dirent($finfo, $subtype, $filter);

The method makes a subrequest for an entry of the request's directory. $finfo,
an L<APR::Finfo>, names the entry: its directory does not count. $subtype is 1
to merge the query string and the path info of the request into the
subrequest's, or 0 (the default) to leave them out.

B<Returns:> an C<Apache2::SubRequest>.

B<Errors:> it throws in a worker (PerlUsePool), if the request has no file
yet, and if $finfo has no path.

B<Phase:> after PerlTransHandler.

B<Example:> the type of a file in the request's directory.

    my $finfo = APR::Finfo::stat($r->filename . '/README',
        APR::Const::FINFO_NORM, $r->pool);
    my $type = $r->lookup_dirent($finfo)->content_type;

=head2 internal_redirect

    $r->internal_redirect($uri);

The method lets another URI answer this request. httpd runs all phases for it,
with the method of this request. Print nothing before it and nothing after it.
The body of the request can be read only once. If you have read it, the other
URI does not find it.

B<Returns:> nothing.

B<Errors:> it throws an L<APR::Error> if the buffer has output of yours that
cannot be sent. If the URI does not exist, the client gets its 404 page.

B<Phase:> response handlers. In a worker (PerlUsePool), httpd makes the
redirect after your handler has returned.

B<Example:> every page shows a notice during maintenance.

    if (-e '/srv/maintenance.flag') {
        $r->internal_redirect('/maintenance.html');
        return Apache2::Const::OK;
    }

=head2 internal_redirect_handler

    $r->internal_redirect_handler($uri);

The method does the same as C<internal_redirect>. In addition, if this request
has a handler, the new request starts with the content type of this one.

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

The method turns the request into the given subrequest: it takes over the
file, the type, the headers and the handler. The phases do not run again.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Phase:> PerlFixupHandler. The response phase continues with the new file.

B<Example:> a PerlFixupHandler serves a compressed copy if there is one.

    my $subr = $r->lookup_file($r->filename . '.gz');
    if ($subr->status == Apache2::Const::HTTP_OK && -e $subr->filename) {
        $r->internal_fast_redirect($subr);
        $r->content_encoding('gzip');
    }
    return Apache2::Const::OK;

=head1 METHODS OF A SUBREQUEST

=head2 run

    $status = $subr->run;

The method runs the response phase of the subrequest. Its output comes after
all that you have printed so far.

B<Returns:> C<Apache2::Const::OK> if it succeeded, or an HTTP status, for
example 404 for a file that does not exist. The subrequest then sends no error
page.

B<Errors:> it throws a string if the subrequest is already running, and an
L<APR::Error> if the buffer has output of yours that cannot be sent.

B<Phase:> response handlers.

B<Example:> a header and a footer around a page.

    for my $part ('/header.html', '/news.html', '/footer.html') {
        my $subr = $r->lookup_uri($part);
        $subr->run if $subr->status == Apache2::Const::HTTP_OK;
    }

=head2 DESTROY

Perl calls this method when no reference is left. It ends the subrequest,
unless the subrequest is running.

=head1 SEE ALSO

L<Apache2::RequestRec/main>, L<Apache2::RequestRec/prev>, L<Apache2::Filter>,
L<Apache::Include>

=cut
