package ModPerl::PerlRun;

use 5.036;

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

For scripts that L<ModPerl::Registry> would break. A script is compiled
and run for every request, and then everything in its package is forgotten:
package variables, subs and file handles. The modules it uses stay loaded, and
so does the interpreter: that is what makes it faster than mod_cgi.

After a run the files that it required are forgotten as well, unless their
name ends in F<.pm> or they were loaded when the server started. BEGIN and END
blocks run for every request.

What stays: variables of other packages, those of modules above all.

=head1 METHODS

C<handler($r)>. Of the methods of L<ModPerl::RegistryCooker> this class
overrides C<should_compile>, C<is_cached>, C<cache_it>, C<flush_namespace> and
C<should_reset_inc_hash>.

=head1 DIFFERENCES FROM MOD_PERL

A library that another script has required before is loaded anew for this one,
also when it is required in a BEGIN block. Subs that the script imported keep
working where they came from.

=cut
