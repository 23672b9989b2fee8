package ModPerl::PerlRunPrefork;

use v5.36;

use parent 'ModPerl::PerlRun';

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

ModPerl::PerlRunPrefork - ModPerl::PerlRun in the script's directory

=head1 SYNOPSIS

    <Location /perlrun>
        SetHandler perl-script
        PerlResponseHandler ModPerl::PerlRunPrefork
        PerlOptions +ParseHeaders
        Options +ExecCGI
    </Location>

=head1 DESCRIPTION

This class is L<ModPerl::PerlRun>, but scripts are compiled and run in the
directory they lie in, as under mod_cgi.

=head1 METHODS

=head2 handler

    $status = ModPerl::PerlRunPrefork->handler($r);

httpd calls the method for PerlResponseHandler. This class overrides
C<chdir_file> of L<ModPerl::PerlRun>.

B<Returns:> C<Apache2::Const::OK>, or the HTTP status to answer with.

B<Errors:> an error of the script is logged and is a status of 500. A script
that is not there is 404, one that may not run is 403.

B<Phase:> response handlers.

B<Example:>

    return ModPerl::PerlRunPrefork->handler($r);

=head1 DIFFERENCES FROM MOD_PERL

Those of L<ModPerl::PerlRun> and L<ModPerl::RegistryPrefork>.

=head1 SEE ALSO

L<ModPerl::PerlRun>, L<ModPerl::RegistryPrefork>

=cut
