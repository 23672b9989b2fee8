package ModPerl::RegistryPrefork;

use v5.36;

use parent 'ModPerl::Registry';

our $VERSION = '2.000012';

sub handler : method {
    my $class = @_ >= 2 ? shift : __PACKAGE__;
    return $class->new($_[0])->default_handler;
}

__PACKAGE__->install_aliases(
    { chdir_file => 'ModPerl::RegistryCooker::chdir_file_normal' });

1;

__END__

=head1 NAME

ModPerl::RegistryPrefork - ModPerl::Registry in the script's directory

=head1 SYNOPSIS

    <Location /registry>
        SetHandler perl-script
        PerlResponseHandler ModPerl::RegistryPrefork
        PerlOptions +ParseHeaders
        Options +ExecCGI
    </Location>

=head1 DESCRIPTION

This class is L<ModPerl::Registry>, but scripts are compiled and run in the
directory they lie in, as under mod_cgi. C<require "./lib.pl"> and
C<open my $fh, '<', 'data.txt'> find their files. Afterwards the server is
back in its own directory, also when the script died.

It works with threads of the MPM too, because one request at a time has Perl.
mod_perl refuses to load the class there.

=head1 METHODS

=head2 handler

    $status = ModPerl::RegistryPrefork->handler($r);

httpd calls the method for PerlResponseHandler. This class overrides
C<chdir_file> of L<ModPerl::RegistryCooker>.

B<Returns:> C<Apache2::Const::OK>, or the HTTP status to answer with.

B<Errors:> an error of the script is logged and is a status of 500. A script
that is not there is 404, one that may not run is 403.

B<Phase:> response handlers.

B<Example:>

    return ModPerl::RegistryPrefork->handler($r);

=head1 DIFFERENCES FROM MOD_PERL

mod_perl goes to the ServerRoot afterwards, whatever the directory was before.

=head1 SEE ALSO

L<ModPerl::Registry>, L<ModPerl::PerlRunPrefork>

=cut
