package ModPerl::Util;

use 5.036;

our $VERSION = '2.000012';

# Empties a package and forgets its file. What other packages gave it
# (imported subs, aliased variables) is let go, not emptied.
sub unload_package_pp {
    my $package = shift;
    empty_stash(\%{ stash($package) });
    delete $INC{ ($package =~ s{::}{/}gr) . '.pm' };
    return;
}

{
    no warnings 'once';
    *unload_package = \&unload_package_pp;
}

sub stash {
    my $package = shift;
    no strict 'refs';
    return \%{"${package}::"};
}

# "undef *glob" drops every slot, and with the code slot the knot between a
# recursive sub and its own name. The globs stay: code elsewhere is bound to
# them and finds what is loaded next. Code goes last: a DESTROY may need it.
sub empty_stash {
    my $stash = shift;
    my @code;
    for my $name (keys %$stash) {
        next if substr($name, -2) eq '::';
        my $slot = \$stash->{$name};
        if    (ref $slot ne 'GLOB') { delete $stash->{$name} }
        elsif (*$slot{CODE})        { push @code, $slot }
        else                        { undef *$slot }
    }
    undef *$_ for @code;
    return;
}

1;
