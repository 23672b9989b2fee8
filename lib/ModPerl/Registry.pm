package ModPerl::Registry;

use v5.36;

use parent 'ModPerl::RegistryCooker';

our $VERSION = '2.000012';

# True: messages name the script and its lines, and not those of the sub made of
# it.
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

ModPerl::Registry - run CGI scripts in the server, compiled once

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

A script is compiled when it is first asked for, into a sub of a package of
its own, and that sub is called for every request: nothing is forked, executed
or parsed. When the file changes (its modification time or its size) it is
compiled again.

A script can notice that it is a sub that stays in memory:

=over

=item *

Package variables keep their values from one request to the next.

=item *

A named sub that uses a C<my> variable of the file keeps the variable of the
first request. With C<use warnings> Perl says so in the error log: C<Variable
"$x" will not stay shared>. Pass such variables as arguments, or declare them
with C<our>.

=item *

The working directory is the server's (L<ModPerl::RegistryPrefork> changes
it), and C<$^T> is the time at which the server started.

=item *

A library without a C<package> of its own that two scripts C<require> is
loaded into the package of the first, and missing in that of the second. Make
it a module, or use L<ModPerl::PerlRun>.

=back

The script gets the request object as C<$_[0]>. Its result is ignored. C<<
$r->status(404) >> before any output gives httpd's page for that status. A
C<Status:> header gives the status with the script's own page.

L<ModPerl::RegistryCooker> tells the rest: names of packages, BEGIN and END,
C<< <DATA> >>, switches of the first line, and how to make a class of your
own. L<ModPerl::RegistryLoader> compiles scripts when the server starts.

=head1 VARIABLES

=over

=item $ModPerl::Registry::MarkLine

True by default: error messages and C<__FILE__> name the script and its lines.

=back

=head1 METHODS

=head2 handler

    $status = ModPerl::Registry->handler($r);

httpd calls the method for PerlResponseHandler. This class overrides
C<should_compile> of L<ModPerl::RegistryCooker>.

B<Returns:> C<Apache2::Const::OK>, or the HTTP status to answer with.

B<Errors:> an error of the script is logged and is a status of 500. A script
that is not there is 404, one that may not run is 403.

B<Phase:> response handlers.

B<Example:> a handler that runs a script for some requests.

    sub handler ($r) {
        return Apache2::Const::FORBIDDEN if $r->method ne 'GET';
        return ModPerl::Registry->handler($r);
    }

=head1 DIFFERENCES FROM MOD_PERL

See L<ModPerl::RegistryCooker/DIFFERENCES FROM MOD_PERL>.

=head1 SEE ALSO

L<ModPerl::RegistryCooker>, L<ModPerl::RegistryLoader>, L<ModPerl::PerlRun>,
L<ModPerl::RegistryPrefork>

=cut
