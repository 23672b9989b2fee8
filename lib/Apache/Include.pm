package Apache::Include;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use Apache2::SubRequest  ();

sub virtual ($class, $uri, $r = Apache2::RequestUtil->request) {
    return $r->lookup_uri($uri)->run;
}

1;

__END__

=head1 NAME

Apache::Include - include the output of a URI in a page

=head1 SYNOPSIS

In a page of mod_include:

    <!--#perl sub="Apache::Include" arg="/perl/menu.pl" -->

In a handler or a Registry script:

    use Apache::Include ();

    Apache::Include->virtual('/perl/menu.pl', $r);

=head1 DESCRIPTION

mod_perl 1 had this module and the element C<#perl>. mod_perl 2 has neither.

The element makes a subrequest to the URI in C<arg>. The handler of this URI
answers, for example a Registry script, a handler in Perl, or C<perl-cgi>. It
can run in httpd or in a pool. mod_include expands its variables in C<arg>.

A page can call a sub of your own if the directive C<PerlSsiSub> names it:

    PerlSsiSub My::Counter

    <!--#perl sub="My::Counter" arg="news" -->

mehari calls only the subs that your configuration names. mod_perl 1 called
any sub that a page named, and compiled text that began with C<sub {>.

The element needs C<Options +Includes>. C<Options +IncludesNoExec> forbids it.

=head1 METHODS

=head2 virtual

    my $status = Apache::Include->virtual($uri, $r);

The method makes a subrequest to $uri and sends its body in the middle of your
page. Without $r it takes the current request, which needs
C<PerlOptions +GlobalRequest>.

B<Returns:> the status of the subrequest, an integer: C<Apache2::Const::OK>
(0) if it was answered.

B<Errors:> it throws if there is no $r and no current request. It also throws
in a worker of a pool, because only httpd can make subrequests. Use the
element C<#perl> there, which works everywhere, or set C<PerlUsePool none> for
your handler.

B<Phase:> response handlers.

B<Example:> a Registry script includes a menu that another script prints.

    use Apache::Include ();

    Apache::Include->virtual('/perl/menu.pl');

=head1 SEE ALSO

L<Apache2::SubRequest>

=cut
