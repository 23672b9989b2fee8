package ModPerl::RegistryPrefork;

use Mehari::Perl;

use Apache2::MPM ();

use parent 'ModPerl::Registry';

our $VERSION = '2.000013';

sub handler : method {
    my $class = @_ >= 2 ? shift : __PACKAGE__;
    return $class->new($_[0])->default_handler;
}

__PACKAGE__->install_aliases(
    { chdir_file => 'ModPerl::RegistryCooker::chdir_file_normal' });

1;

__END__

=head1 NAME

ModPerl::RegistryPrefork - run CGI scripts in their own directory, compiled
once

=head1 SYNOPSIS

    <Location /registry>
        SetHandler perl-script
        PerlResponseHandler ModPerl::RegistryPrefork
        PerlOptions +ParseHeaders
        Options +ExecCGI
    </Location>

=head1 DESCRIPTION

This class is L<ModPerl::Registry> with one difference: while mehari compiles
and runs a script, the working directory is the directory of the script, as
under mod_cgi. C<require "./lib.pl"> and C<open my $fh, '<', 'data.txt'> find
their files. After the request the directory is the old one again, also if the
script has died.

The class also works under a threaded MPM, because only one request at a time
runs Perl. mod_perl refuses to load it there.

=head1 METHODS

=head2 handler

    $status = ModPerl::RegistryPrefork->handler($r);

httpd calls the method for PerlResponseHandler. This class overrides
C<chdir_file> of L<ModPerl::RegistryCooker>.

B<Returns:> C<Apache2::Const::OK>, or the HTTP status of an error.

B<Errors:> if the script dies, the error is logged, and the status is 500. The
status is 404 for a missing script, and 403 for a script that must not run.

B<Phase:> response handlers.

B<Example:> a handler of your own runs the script.

    return ModPerl::RegistryPrefork->handler($r);

=head1 DIFFERENCES FROM MOD_PERL

After the request, mod_perl changes to the ServerRoot, not to the old
directory.

=head1 SEE ALSO

L<ModPerl::Registry>, L<ModPerl::PerlRunPrefork>

=cut
