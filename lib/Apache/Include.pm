package Apache::Include;

use v5.36;

our $VERSION = '2.000012';

use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use Apache2::SubRequest  ();

sub virtual ($class, $uri, $r = Apache2::RequestUtil->request) {
    return $r->lookup_uri($uri)->run;
}

1;

__END__

=head1 NAME

Apache::Include - Perl pages inside of other pages

=head1 SYNOPSIS

In a page of mod_include:

    <!--#perl sub="Apache::Include" arg="/perl/menu.pl" -->

In a handler or a Registry script:

    use Apache::Include ();

    Apache::Include->virtual('/perl/menu.pl', $r);

=head1 DESCRIPTION

mod_perl 1 had this module and the element C<#perl>; mod_perl 2 has neither.

The element makes a subrequest to the URI in C<arg>, so the handler that your
configuration has for that URI answers: a Registry script, a handler of yours,
C<perl-cgi>, inside httpd or in a pool. Variables of mod_include are expanded in
C<arg>.

Pages call subs of your own if the directive C<PerlSsiSub> names them:

    PerlSsiSub My::Counter

    <!--#perl sub="My::Counter" arg="news" -->

mod_perl 1 called any sub that a page named, and compiled text that began with
C<sub {>. mehari calls no sub that your configuration does not name.

The element needs C<Options +Includes>. C<IncludesNoExec> forbids it.

=head1 METHODS

=head2 virtual

    my $status = Apache::Include->virtual($uri, $r);

Runs a subrequest to $uri and sends its body in the middle of your page. $r is
the current request if you leave it out.

B<Returns:> the status of the subrequest: 0 (OK) if it was answered.

B<Errors:> dies if there is no current request and you give none. In a worker
of a pool it dies too, because only httpd can run subrequests: include the page
with the element C<#perl>, which works everywhere, or write C<PerlUsePool none>
for the handler that calls this.

B<Phase:> the response.

B<Example:> a page with a menu that another script prints.

    use Apache::Include ();

    Apache::Include->virtual('/perl/menu.pl');

=head1 SEE ALSO

L<Apache2::SubRequest>

=cut
