package Apache2::Reload;

# Modules whose files have changed are loaded again, before a request.

use v5.36;

use Apache2::Connection ();
use Apache2::Const -compile => qw(OK);
use Apache2::RequestUtil ();
use Apache2::ServerUtil  ();
use ModPerl::Util        ();

our $VERSION = '0.13';
our $DEBUG   = 0;

my %registered;       # packages that `use Apache2::Reload`
my %seen;             # file => when it was last found as new as this
my %failed;           # file => its key of %INC: did not compile
my $touched = $^T;    # the touch file's age when it was last looked at

sub import {
    my $class = shift;
    my ($package, $file) = caller;
    $class->register_module($package, $file);
    return;
}

sub package_to_module {
    my $package = shift;
    return $package =~ s{::|'}{/}gr . '.pm';
}

sub module_to_package {
    my $module = shift;
    return $module =~ s{/}{::}gr =~ s{\.pm\z}{}r;
}

sub register_module {
    my ($class, $package, $file) = @_;
    my $key = package_to_module($package);
    $registered{$key} = 1;
    $INC{$key} //= $file if defined $file && $file ne '-e';
    return;
}

sub unregister_module {
    my ($class, $package) = @_;
    delete $registered{ package_to_module($package) };
    return;
}

# --- what to look at ---------------------------------------------------------

sub flag {
    my ($value, $otherwise) = @_;
    return defined $value ? lc $value eq 'on' : $otherwise;
}

# "My::Thing My::Other::*", as a test of keys of %INC.
sub chosen {
    my $words = shift // return;
    my (%exact, @below);
    for my $word (split ' ', $words) {
        if ($word =~ s/\*\z//) { push @below, $word =~ s{::}{/}gr }
        else                   { $exact{ package_to_module($word) } = 1 }
    }
    return sub {
        my $key = shift;
        return $exact{$key} || grep { 0 == index $key, $_ } @below;
    };
}

sub candidates {
    my $config  = shift;
    my $wanted  = chosen(scalar $config->get('ReloadModules'));
    my @within  = split ' ', $config->get('ReloadDirectories') // '';
    my @keys    = grep { defined $INC{$_} && !ref $INC{$_} } keys %INC;
    my $default = !defined $wanted && !@within;
    if (!flag(scalar $config->get('ReloadAll'), 1)) {
        @keys = grep { $registered{$_} || $wanted && $wanted->($_) } @keys;
    }
    elsif (!$default && $wanted) {
        @keys = grep { $registered{$_} || $wanted->($_) } @keys;
    }
    return @keys if !@within;
    return grep {
        my $file = file_of($_) // '';
        grep { 0 == index $file, "$_/" } map { s{/+\z}{}r } @within
    } @keys;
}

# A key's file; a relative path is one below a directory of @INC.
sub file_of {
    my $file = $INC{ +shift } // return;
    return $file if $file =~ m{\A/};
    for my $directory (grep { !ref } @INC) {
        return "$directory/$file" if -f "$directory/$file";
    }
    return -f $file ? $file : undef;
}

sub changed_at {
    my $file = shift;
    return (stat $file)[9];
}

# Nobody has touched the file that says when to look.
sub untouched {
    my $config = shift;
    my $file   = $config->get('ReloadTouchFile') // return 0;
    my $now    = changed_at($file);
    if (!defined $now) {
        warn "Apache2::Reload: there is no touch file $file\n" if $DEBUG;
        return 1;
    }
    return 1 if $now <= $touched;
    $touched = $now;
    return 0;
}

sub changed {
    my $config = shift;
    my @changed;
    for my $key (candidates($config)) {
        my $file = file_of($key)     // next;
        my $now  = changed_at($file) // next;
        $seen{$file} //= $^T;
        next if $now <= $seen{$file};
        $seen{$file} = $now;
        push @changed, [ $key, $file ];
    }
    push @changed, map { [ $failed{$_}, $_ ] } keys %failed;
    return @changed;
}

# --- loading -----------------------------------------------------------------

sub announce {
    my ($key, $file) = @_;
    warn "Apache2::Reload: process $$ reloading ", module_to_package($key),
        " from $file\n"
        if $DEBUG;
    return;
}

sub quietly {
    my ($warnings, $code) = @_;
    my $before = $SIG{__WARN__};
    local $SIG{__WARN__} = sub {
        my $text = shift;
        return if !$warnings && $text =~ /\AConstant subroutine .* redefined/;
        return ref $before ? $before->($text) : warn $text;
    };
    return $code->();
}

# All of them are emptied before the first is loaded: they may use one another.
sub reload {
    my ($config, @changed) = @_;
    my $by_name = flag(scalar $config->get('ReloadByModuleName'), 0);
    my $warnings
        = flag(scalar $config->get('ReloadConstantRedefineWarnings'), 1);
    for my $pair (@changed) {
        ModPerl::Util::unload_package(module_to_package($pair->[0]));
        delete @INC{@$pair};    # a failed require leaves its mark
    }
    for my $pair (@changed) {
        my ($key, $file) = @$pair;
        next if exists $INC{$key};    # another one has loaded it
        announce($key, $file);
        $failed{$file} = $key;
        quietly($warnings, sub { load($by_name ? $key : $file) });
        delete $failed{$file};
        delete $INC{$file} if !$by_name;
        $INC{$key} //= $file;
    }
    return;
}

# A package without a name would end up in this one.
sub load {
    my $file = shift;

    package main;
    return require $file;
}

sub handler {
    my $about = shift;
    $about = $about->base_server if $about->isa('Apache2::Connection');
    my $config = $about->dir_config;
    local $DEBUG = $DEBUG || flag(scalar $config->get('ReloadDebug'), 0);
    return Apache2::Const::OK if untouched($config);
    my @changed = changed($config);
    reload($config, @changed) if @changed;
    return Apache2::Const::OK;
}

1;

__END__

=head1 NAME

Apache2::Reload - load modules again when their files have changed

=head1 SYNOPSIS

    PerlModule Apache2::Reload
    PerlInitHandler Apache2::Reload

    PerlSetVar ReloadAll Off
    PerlSetVar ReloadModules "My::Application My::Model::*"

=head1 DESCRIPTION

Use this module for development. Before each request the handler looks at the
files of loaded modules (at C<%INC>). It empties and loads again those that
are newer than what was loaded. Each costs a C<stat>, and each process of
httpd loads for itself, so nothing of it is shared any more: in production
restart the server.

As a connection's handler it serves protocol modules and connection filters:

    PerlPreConnectionHandler Apache2::Reload

A file that does not compile makes the request fail with its error, and is
tried again at each request until it compiles.

Packages of a changed file that are not named after it are not emptied. Names
that other modules have imported from it stay as they were until those are
loaded again. Changed scripts are L<ModPerl::Registry>'s own business.

=head1 VARIABLES

Set them with PerlSetVar, where the handler is or for the server.

=over

=item ReloadAll

C<On> (default): all modules; C<Off>: those of ReloadModules and those that
C<use Apache2::Reload>.

=item ReloadModules

Names of modules with blanks in between, in quotes. C<My::*> is all below My.

=item ReloadDirectories

Only modules whose files are below one of these directories.

=item ReloadTouchFile

A file: nothing else is looked at until it becomes newer.

=item ReloadByModuleName

C<On>: a module is looked for in C<@INC> again; otherwise its file is loaded
from where it came.

=item ReloadConstantRedefineWarnings

C<Off>: no warning when a constant gets another value.

=item ReloadDebug

C<On>: the error log says what is loaded again.

=back

=head1 FUNCTIONS

=head2 import

    use Apache2::Reload;

Perl calls it for C<use>. It registers the module that says so, for
C<ReloadAll Off>.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    package My::Model;
    use Apache2::Reload;

=head2 handler

    $status = Apache2::Reload::handler($r);
    $status = Apache2::Reload::handler($c);

The function looks and loads.

B<Returns:> C<Apache2::Const::OK>.

B<Errors:> it throws the error of a module that does not compile. httpd
answers 500.

B<Phase:> PerlInitHandler, PerlPostReadRequestHandler,
PerlPreConnectionHandler.

B<Example:> in a handler of your own, for developers only.

    require Apache2::Reload;
    Apache2::Reload::handler($r) if $r->useragent_ip eq '127.0.0.1';

=head2 register_module

    Apache2::Reload->register_module($package);
    Apache2::Reload->register_module($package, $file);

The method does what C<use Apache2::Reload> does, for another package.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    require Apache2::Reload;
    Apache2::Reload->register_module('My::Model');

=head2 unregister_module

    Apache2::Reload->unregister_module($package);

The method leaves the package alone from now on, in this process, under
C<ReloadAll Off>.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    require Apache2::Reload;
    Apache2::Reload->unregister_module('My::Model');

=head2 package_to_module, module_to_package

    $key     = Apache2::Reload::package_to_module($package);
    $package = Apache2::Reload::module_to_package($key);

The functions convert names of packages to keys of C<%INC> and back.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    require Apache2::Reload;
    my $key = Apache2::Reload::package_to_module('My::Thing');
    my $file = $INC{$key};    # of My/Thing.pm

=head1 SEE ALSO

L<ModPerl::Util/unload_package>, L<ModPerl::Registry>

=cut
