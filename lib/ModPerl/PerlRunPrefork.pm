package ModPerl::PerlRunPrefork;

use 5.036;

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

As L<ModPerl::PerlRun>, but scripts are compiled and run in the directory they
lie in, as under mod_cgi.

=head1 METHODS

C<handler($r)>. Of the methods of L<ModPerl::PerlRun> this class overrides
C<chdir_file>.

=head1 DIFFERENCES FROM MOD_PERL

Those of L<ModPerl::PerlRun> and L<ModPerl::RegistryPrefork>.

=cut
