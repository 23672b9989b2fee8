package Apache2::Reload;

# Modules whose files have changed are loaded again, before a request.

use Mehari::Perl;

use Apache2::Connection ();
use Apache2::Const -compile => qw(OK);
use Apache2::RequestUtil ();
use Apache2::ServerUtil  ();
use ModPerl::Util        ();

our $VERSION = '0.14';
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

# A list such as "My::Thing My::Other::*", as a test for keys of %INC.
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
    my $config = shift;
    my $wanted = chosen(scalar $config->get('ReloadModules'));
    my @within = split ' ', $config->get('ReloadDirectories') // '';
    my @keys   = grep { defined $INC{$_} && !ref $INC{$_} } keys %INC;
    if (!flag(scalar $config->get('ReloadAll'), 1)) {
        @keys = grep { $registered{$_} || $wanted && $wanted->($_) } @keys;
    }
    return @keys if !@within;
    return grep {
        my $file = file_of($_) // '';
        grep { 0 == index $file, "$_/" } map { s{/+\z}{}r } @within
    } @keys;
}

# The file of a key of %INC. A relative path is below a directory of @INC.
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

# True if nobody has touched the file that tells when to look for changes.
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

# All changed packages are emptied before the first is loaded: they may use one
# another.
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

# The code of a file without a package line would land in our package.
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

Apache2::Reload - reload changed modules without restarting httpd

=head1 SYNOPSIS

    PerlModule Apache2::Reload
    PerlInitHandler Apache2::Reload

    PerlSetVar ReloadAll Off
    PerlSetVar ReloadModules "My::Application My::Model::*"

=head1 DESCRIPTION

Use this module for development. Before each request the handler looks at the
files of all loaded modules, which are in C<%INC>. If a file is newer than the
loaded code, the handler unloads the module's package and loads the file
again. Do not use it in production, because each request costs a C<stat> for
each module, and reloaded modules are no longer shared between processes.
Restart httpd instead.

For protocol modules and connection filters, use it as a connection handler:

    PerlPreConnectionHandler Apache2::Reload

If a file does not compile, the request fails with the error. Each later
request tries the file again until it compiles.

The handler does not unload other packages in the same file. Subs that another
module has imported stay the old ones until that module is reloaded too.
L<ModPerl::Registry> notices changed scripts by itself.

=head1 VARIABLES

Set these variables with PerlSetVar, for the server or for the location of the
handler.

=over

=item ReloadAll

C<On> (the default): the handler looks at all modules. C<Off>: it looks at
those in ReloadModules and those with C<use Apache2::Reload>.

=item ReloadModules

Names of modules for C<ReloadAll Off>, separated by blanks, in quotes.
C<My::*> stands for all modules below My.

=item ReloadDirectories

Directories, separated by blanks. The handler looks only at modules whose
files are below one of them.

=item ReloadTouchFile

The path of a file. The handler does nothing until this file becomes newer,
for example by C<touch>.

=item ReloadByModuleName

C<On>: the handler searches C<@INC> for the module again. C<Off> (the
default): it loads the same file again.

=item ReloadConstantRedefineWarnings

C<Off>: Perl does not warn when the value of a constant changes.

=item ReloadDebug

C<On>: the error log has a line for each module that is reloaded.

=back

=head1 FUNCTIONS

=head2 import

    use Apache2::Reload;

Perl calls the function for C<use Apache2::Reload>. The function registers the
package that has this line, for C<ReloadAll Off>.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    package My::Model;
    use Apache2::Reload;

=head2 handler

    $status = Apache2::Reload::handler($r);
    $status = Apache2::Reload::handler($c);

The function looks for changed modules, and reloads them.

B<Returns:> C<Apache2::Const::OK>.

B<Errors:> it throws the error of a module that does not compile. The client
gets the status 500.

B<Phase:> PerlInitHandler, PerlPostReadRequestHandler,
PerlPreConnectionHandler.

B<Example:> a handler of your own reloads for requests from this machine only.

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

Under C<ReloadAll Off>, the method makes the handler ignore this package, in
this process.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    require Apache2::Reload;
    Apache2::Reload->unregister_module('My::Model');

=head2 package_to_module, module_to_package

    $key     = Apache2::Reload::package_to_module($package);
    $package = Apache2::Reload::module_to_package($key);

The functions convert the name of a package to its key in C<%INC>, and back.

B<Returns:> a string.

B<Errors:> none of their own.

B<Example:>

    require Apache2::Reload;
    my $key  = Apache2::Reload::package_to_module('My::Thing');
    my $file = $INC{$key};    # the path of My/Thing.pm

=head1 SEE ALSO

L<ModPerl::Util/unload_package>, L<ModPerl::Registry>

=cut
