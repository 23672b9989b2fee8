package Apache2::porting;

# Errors for code that was written for mod_perl 1: they name the module or
# method to use instead.

use Mehari::Perl;

use Carp                  qw(croak);
use ModPerl::MethodLookup ();
use Apache2::ServerUtil   ();
use Apache2::Const -compile => qw(OK);

our $VERSION = '2.000013';

# Modules of mod_perl 1 that are gone, and their replacements.
my %MODULE = (
    'Apache' => [
        qw(Apache2::RequestRec Apache2::RequestUtil
            Apache2::RequestIO Apache2::ServerUtil)
    ],
    'Apache::Connection'     => ['Apache2::Connection'],
    'Apache::Constants'      => [qw(Apache2::Const APR::Const)],
    'Apache::ExtUtils'       => ['Apache2::Module'],
    'Apache::File'           => [qw(Apache2::Response Apache2::RequestRec)],
    'Apache::Include'        => ['Apache2::SubRequest'],
    'Apache::Log'            => ['Apache2::Log'],
    'Apache::ModuleConfig'   => ['Apache2::Module'],
    'Apache::PerlRun'        => ['ModPerl::PerlRun'],
    'Apache::PerlSections'   => ['Apache2::PerlSections'],
    'Apache::Registry'       => ['ModPerl::Registry'],
    'Apache::RegistryLoader' => ['ModPerl::RegistryLoader'],
    'Apache::Reload'         => ['Apache2::Reload'],
    'Apache::Resource'       => ['Apache2::Resource'],
    'Apache::Server'         => [qw(Apache2::ServerRec Apache2::ServerUtil)],
    'Apache::SizeLimit'      => ['Apache2::SizeLimit'],
    'Apache::Status'         => ['Apache2::Status'],
    'Apache::SubRequest'     => ['Apache2::SubRequest'],
    'Apache::Symbol'         => [],
    'Apache::Table'          => ['APR::Table'],
    'Apache::URI'            => [qw(Apache2::URI APR::URI)],
    'Apache::Util'           => [
        qw(Apache2::Util Apache2::URI APR::Util
            APR::Date)
    ],
    'mod_perl' => ['mod_perl2'],
);

my %known = map { $_ => 1 } ModPerl::MethodLookup::avail_methods(),
    ModPerl::MethodLookup::avail_methods_compat();

# Perl calls this for a file that is in no folder of @INC.
sub hint_of_file {
    my (undef, $file) = @_;
    my $module = $file =~ s{/}{::}gr =~ s{\.pm\z}{}r;
    my $new    = $MODULE{$module} // return;
    croak "$module is gone in mod_perl 2"
        . (@$new ? ', use ' . join(', ', @$new) . ' instead' : '');
}

sub hint_of_method {
    my ($name, @arguments) = @_;
    my $method = $name =~ s/.*:://sr;
    return                                    if $method eq 'DESTROY';
    croak "Undefined subroutine $name called" if !$known{$method};
    croak + (ModPerl::MethodLookup::lookup_method($method, @arguments))[0];
}

# Installed after start-up, because modules that load then call missing methods
# on trial, and would reach AUTOLOAD.
sub porting_autoload {
    our $AUTOLOAD;
    no warnings 'once';
    *UNIVERSAL::AUTOLOAD = sub { hint_of_method($AUTOLOAD, @_) };
    return Apache2::Const::OK;
}

push @INC, \&hint_of_file if !grep { ref && $_ == \&hint_of_file } @INC;

# Done in the children: in the parent, AUTOLOAD would disturb modules that still
# have to load.
eval {
    Apache2::ServerUtil->server->push_handlers(
        PerlChildInitHandler => \&porting_autoload);
} or porting_autoload();

1;

__END__

=head1 NAME

Apache2::porting - error messages that help to port code of mod_perl 1

=head1 SYNOPSIS

    PerlModule Apache2::porting

=head1 DESCRIPTION

Load this module while you port code from mod_perl 1. If the code loads a
module of mod_perl 1, or calls a method that no longer exists, it dies with a
message that names the replacement. You find the message in the error log.

The module provides an AUTOLOAD that all classes inherit, from the start of
the child processes on. Code that runs earlier, when the server starts, gets
Perl's own errors. Do not use the module in production. Do not use it together
with L<Apache2::compat>, which provides the missing methods.

C<hint_of_file>, C<hint_of_method> and C<porting_autoload> are internal.

=head1 SEE ALSO

L<Apache2::compat>, L<ModPerl::MethodLookup>, F<docs/from-mod_perl.md>

=cut
