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

C<sub> must be C<Apache::Include>. A page's author can therefore call only what
you serve anyway. mod_perl 1 called any sub that was named there, and compiled
text that began with C<sub {>. To call a sub of yours, give it a URI:

    <Location /ssi/counter>
        SetHandler perl-script
        PerlResponseHandler My::Counter
    </Location>

The element needs C<Options +Includes>. C<IncludesNoExec> forbids it.

=head1 METHODS

=head2 virtual

    my $status = Apache::Include->virtual($uri, $r);

Runs a subrequest to $uri and sends its body in the middle of your page. $r is
the current request if you leave it out.

B<Returns:> the status of the subrequest: 0 (OK) if it was answered.

B<Errors:> dies if there is no current request and you give none, and in a
worker of a pool, which cannot run subrequests. The element C<#perl> has no
such limit.

B<Phase:> the response.

B<Example:> a page with a menu that another script prints.

    use Apache::Include ();

    Apache::Include->virtual('/perl/menu.pl');

=head1 SEE ALSO

L<Apache2::SubRequest>

=cut
