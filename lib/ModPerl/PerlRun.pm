package ModPerl::PerlRun;

use v5.36;

use parent 'ModPerl::RegistryCooker';

our $VERSION = '2.000012';

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

ModPerl::PerlRun - run CGI scripts in the server, as if compiled each time

=head1 SYNOPSIS

    <Location /perlrun>
        SetHandler perl-script
        PerlResponseHandler ModPerl::PerlRun
        PerlOptions +ParseHeaders
        Options +ExecCGI
    </Location>

=head1 DESCRIPTION

Use this class for scripts that L<ModPerl::Registry> would break. A script is
compiled and run for every request, and then everything in its package is
forgotten: package variables, subs and file handles. The modules it uses stay
loaded, and so does the interpreter. It is therefore faster than mod_cgi.

After a run the files that it required are forgotten as well, unless their
name ends in F<.pm> or they were loaded when the server started. BEGIN and END
blocks run for every request.

Variables of other packages stay, above all those of modules.

=head1 METHODS

=head2 handler

    $status = ModPerl::PerlRun->handler($r);

httpd calls the method for PerlResponseHandler. This class overrides these
methods of L<ModPerl::RegistryCooker>: C<should_compile>, C<is_cached>,
C<cache_it>, C<flush_namespace> and C<should_reset_inc_hash>.

B<Returns:> C<Apache2::Const::OK>, or the HTTP status to answer with.

B<Errors:> an error of the script is logged and is a status of 500. A script
that is not there is 404, one that may not run is 403.

B<Phase:> response handlers.

B<Example:>

    return ModPerl::PerlRun->handler($r);

=head1 DIFFERENCES FROM MOD_PERL

A library that another script has required before is loaded anew for this one,
also when it is required in a BEGIN block. Subs that the script imported keep
working where they came from.

=head1 SEE ALSO

L<ModPerl::PerlRunPrefork>, L<ModPerl::Registry>, L<ModPerl::RegistryCooker>

=cut
