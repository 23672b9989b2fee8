package ModPerl::RegistryBB;

use v5.36;

use parent 'ModPerl::RegistryCooker';

our $VERSION = '2.000012';

sub handler : method {
    my $class = @_ >= 2 ? shift : __PACKAGE__;
    return $class->new($_[0])->default_handler;
}

1;

__END__

=head1 NAME

ModPerl::RegistryBB - run CGI scripts in the server, never compiling twice

=head1 SYNOPSIS

    <Location /registry>
        SetHandler perl-script
        PerlResponseHandler ModPerl::RegistryBB
        PerlOptions +ParseHeaders
        Options +ExecCGI
    </Location>

=head1 DESCRIPTION

This class is L<ModPerl::Registry> with one difference: a script that was
compiled is not compiled again when its file changes. Only a restart brings
the new text. It is for servers whose scripts must not change while they run.

=head1 METHODS

=head2 handler

    $status = ModPerl::RegistryBB->handler($r);

httpd calls the method for PerlResponseHandler. All others are those of
L<ModPerl::RegistryCooker>.

B<Returns:> C<Apache2::Const::OK>, or the HTTP status to answer with.

B<Errors:> an error of the script is logged and is a status of 500. A script
that is not there is 404, one that may not run is 403.

B<Phase:> response handlers.

B<Example:>

    return ModPerl::RegistryBB->handler($r);

=head1 DIFFERENCES FROM MOD_PERL

Each request asks whether the file exists, may be read and has C<Options
+ExecCGI>. A script that reads C<< <DATA> >> reads it from the file as it is
now, at the place where it was.

=head1 SEE ALSO

L<ModPerl::Registry>, L<ModPerl::RegistryCooker>

=cut
