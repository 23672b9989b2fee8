package ModPerl::PerlRun;

use Mehari::Perl;

use parent 'ModPerl::RegistryCooker';

our $VERSION = '2.000013';

sub handler : method {
    my $class = @_ >= 2 ? shift : __PACKAGE__;
    return $class->new($_[0])->default_handler;
}

my %step = (
    is_cached             => 'FALSE',
    should_compile        => 'TRUE',
    cache_it              => 'NOP',
    flush_namespace       => 'flush_namespace_normal',
    should_reset_inc_hash => 'TRUE',
);
__PACKAGE__->install_aliases(
    { map { $_ => "ModPerl::RegistryCooker::$step{$_}" } keys %step });

1;

__END__

=head1 NAME

ModPerl::PerlRun - run CGI scripts inside httpd, compiled for each request

=head1 SYNOPSIS

    <Location /perlrun>
        SetHandler perl-script
        PerlResponseHandler ModPerl::PerlRun
        PerlOptions +ParseHeaders
        Options +ExecCGI
    </Location>

=head1 DESCRIPTION

Use this class for scripts that do not work under L<ModPerl::Registry>. mehari
compiles and runs the script for each request, and then empties its package:
package variables, subs and file handles. The interpreter and the modules stay
in memory. The class is therefore much faster than mod_cgi, and slower than
Registry.

After the request mehari also forgets the files that the script has required,
except files F<*.pm> and those that were loaded when the server started. BEGIN
and END blocks run for each request.

Variables of other packages, for example those of modules, keep their values.

=head1 METHODS

=head2 handler

    $status = ModPerl::PerlRun->handler($r);

httpd calls the method for PerlResponseHandler. This class overrides these
methods of L<ModPerl::RegistryCooker>: C<should_compile>, C<is_cached>,
C<cache_it>, C<flush_namespace> and C<should_reset_inc_hash>.

B<Returns:> C<Apache2::Const::OK>, or the HTTP status of an error.

B<Errors:> if the script dies, the error is logged, and the status is 500. The
status is 404 for a missing script, and 403 for a script that must not run.

B<Phase:> response handlers.

B<Example:> a handler of your own runs the script.

    return ModPerl::PerlRun->handler($r);

=head1 DIFFERENCES FROM MOD_PERL

If two scripts require the same library, mehari loads it for each of them,
also in a BEGIN block. Imported subs keep the package that they came from.

=head1 SEE ALSO

L<ModPerl::PerlRunPrefork>, L<ModPerl::Registry>, L<ModPerl::RegistryCooker>

=cut
