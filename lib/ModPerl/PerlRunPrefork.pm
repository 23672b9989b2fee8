package ModPerl::PerlRunPrefork;

use Mehari::Perl;

use Apache2::MPM ();

use parent 'ModPerl::PerlRun';

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

ModPerl::PerlRunPrefork - run CGI scripts in their own directory, compiled
each time

=head1 SYNOPSIS

    <Location /perlrun>
        SetHandler perl-script
        PerlResponseHandler ModPerl::PerlRunPrefork
        PerlOptions +ParseHeaders
        Options +ExecCGI
    </Location>

=head1 DESCRIPTION

This class is L<ModPerl::PerlRun> with one difference: while mehari compiles
and runs a script, the working directory is the directory of the script, as
under mod_cgi.

=head1 METHODS

=head2 handler

    $status = ModPerl::PerlRunPrefork->handler($r);

httpd calls the method for PerlResponseHandler. This class overrides
C<chdir_file> of L<ModPerl::PerlRun>.

B<Returns:> C<Apache2::Const::OK>, or the HTTP status of an error.

B<Errors:> if the script dies, the error is logged, and the status is 500. The
status is 404 for a missing script, and 403 for a script that must not run.

B<Phase:> response handlers.

B<Example:> a handler of your own runs the script.

    return ModPerl::PerlRunPrefork->handler($r);

=head1 DIFFERENCES FROM MOD_PERL

The differences are those of L<ModPerl::PerlRun> and
L<ModPerl::RegistryPrefork>.

=head1 SEE ALSO

L<ModPerl::PerlRun>, L<ModPerl::RegistryPrefork>

=cut
