package ModPerl::RegistryBB;

use Mehari::Perl;

use parent 'ModPerl::RegistryCooker';

our $VERSION = '2.000013';

sub handler : method {
    my $class = @_ >= 2 ? shift : __PACKAGE__;
    return $class->new($_[0])->default_handler;
}

1;

__END__

=head1 NAME

ModPerl::RegistryBB - run CGI scripts inside httpd, and never compile them
again

=head1 SYNOPSIS

    <Location /registry>
        SetHandler perl-script
        PerlResponseHandler ModPerl::RegistryBB
        PerlOptions +ParseHeaders
        Options +ExecCGI
    </Location>

=head1 DESCRIPTION

This class is L<ModPerl::Registry> with one difference: if the file of a
script changes, mehari does not compile it again. The new code runs after a
restart of httpd. Use this class for servers whose scripts must not change
while they run.

=head1 METHODS

=head2 handler

    $status = ModPerl::RegistryBB->handler($r);

httpd calls the method for PerlResponseHandler. All other methods are those of
L<ModPerl::RegistryCooker>.

B<Returns:> C<Apache2::Const::OK>, or the HTTP status of an error.

B<Errors:> if the script dies, the error is logged, and the status is 500. The
status is 404 for a missing script, and 403 for a script that must not run.

B<Phase:> response handlers.

B<Example:> a handler of your own runs the script.

    return ModPerl::RegistryBB->handler($r);

=head1 DIFFERENCES FROM MOD_PERL

For each request, mehari checks that the file exists, that it can be read, and
that C<Options +ExecCGI> is on. A script that reads C<< <DATA> >> reads the
present file, from the old position on.

=head1 SEE ALSO

L<ModPerl::Registry>, L<ModPerl::RegistryCooker>

=cut
