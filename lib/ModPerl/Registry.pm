package ModPerl::Registry;

use Mehari::Perl;

use parent 'ModPerl::RegistryCooker';

our $VERSION = '2.000013';

# True: messages name the script and its lines, not the sub that is made of the
# script.
our $MarkLine = 1;

sub handler : method {
    my $class = @_ >= 2 ? shift : __PACKAGE__;
    return $class->new($_[0])->default_handler;
}

__PACKAGE__->install_aliases(
    {
        should_compile =>
            'ModPerl::RegistryCooker::should_compile_if_modified'
    }
);

1;

__END__

=head1 NAME

ModPerl::Registry - run CGI scripts inside httpd, compiled once

=head1 SYNOPSIS

    Alias /registry /var/www/cgi-bin
    PerlModule ModPerl::Registry
    <Location /registry>
        SetHandler perl-script
        PerlResponseHandler ModPerl::Registry
        PerlOptions +ParseHeaders
        Options +ExecCGI
    </Location>

=head1 DESCRIPTION

mehari compiles a script at its first request, as a sub in a package of its
own. Then it calls this sub for each request. httpd starts no process, and
Perl does not parse the script again. If the size or the modification time of
the file changes, mehari compiles it again.

Most CGI scripts run unchanged. A script differs from a program in these
points:

=over

=item *

Package variables keep their values from one request to the next. A script can
keep a database connection in one: see F<docs/databases.md>.

=item *

A named sub that uses a C<my> variable of the file keeps the variable of the
first request. With C<use warnings>, Perl writes a warning to the error log:
C<Variable "$x" will not stay shared>. Pass such variables as arguments, or
declare them with C<our>.

    my $total = 0;
    sub add { my $price = shift; $total += $price }    # the first $total

    our $sum = 0;
    sub plus { my $price = shift; $sum += $price }     # the $sum of now

=item *

The working directory is httpd's. With L<ModPerl::RegistryPrefork> it is the
script's. C<$^T> is the time at which the server was started.

=item *

If two scripts C<require> a library without a C<package> line, Perl loads it
into the package of the first script only. Turn the library into a module, or
use L<ModPerl::PerlRun>.

=back

The script gets the request object as C<$_[0]>. Its return value is ignored.
If it calls C<< $r->status(404) >> before any output, the client gets httpd's
page for this status. With a C<Status:> header, the client gets the status and
the page of the script.

L<ModPerl::RegistryCooker> describes the details: the names of packages, BEGIN
and END blocks, C<< <DATA> >>, switches in the first line, and classes of your
own. L<ModPerl::RegistryLoader> compiles scripts when the server starts.
C<mehari explain SCRIPT> shows the lines of a script that behave differently
under Registry.

=head1 VARIABLES

=over

=item $ModPerl::Registry::MarkLine

If it is true, which is the default, error messages and C<__FILE__> have the
file name and the lines of the script.

=back

=head1 METHODS

=head2 handler

    $status = ModPerl::Registry->handler($r);

httpd calls the method for PerlResponseHandler. This class overrides
C<should_compile> of L<ModPerl::RegistryCooker>.

B<Returns:> C<Apache2::Const::OK>, or the HTTP status of an error.

B<Errors:> if the script dies, the error is logged, and the status is 500. The
status is 404 for a missing script, and 403 for a script that must not run.

B<Phase:> response handlers.

B<Example:> a handler of your own runs the script for some requests.

    sub handler ($r) {
        return Apache2::Const::FORBIDDEN if $r->method ne 'GET';
        return ModPerl::Registry->handler($r);
    }

=head1 DIFFERENCES FROM MOD_PERL

See L<ModPerl::RegistryCooker/DIFFERENCES FROM MOD_PERL>.

=head1 SEE ALSO

L<ModPerl::RegistryCooker>, L<ModPerl::RegistryLoader>, L<ModPerl::PerlRun>,
L<ModPerl::RegistryPrefork>, F<docs/explain.md>

=cut
