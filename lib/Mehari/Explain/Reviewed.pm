package Mehari::Explain::Reviewed;

# Modules that somebody has read, and what is known of them. A cache that only
# holds what follows from its inputs cannot be told from other state by looking
# at operators, and C code cannot be looked at at all.

use v5.36;

use Mehari::Explain::Reviewed::Function;
use Mehari::Explain::Reviewed::Module;

sub entry ($module) {
    return { tier => 'registry', why => 'tables', pure => 1 }
        if $module =~ /\Aunicore::/;
    return Mehari::Explain::Reviewed::Module::entry($module);
}

# A module that is known to be unsafe need not be looked at either.
sub knows ($module) { return defined entry($module) }

sub tier ($module) {
    my $entry = entry($module) // return undef;
    return $entry->{tier};
}

sub why ($module) {
    my $entry = entry($module) // return undef;
    return $entry->{why};
}

# Its subs may be called by BEGIN blocks.
sub is_pure ($module) {
    my $entry = entry($module) // return 0;
    return $entry->{pure};
}

# Why nobody vouches for a module: that, or its version.
sub unknown ($module) {
    my $last = Mehari::Explain::Reviewed::Module::last_reviewed($module)
        // return 'nobody has reviewed it';
    my $is = Mehari::Explain::Reviewed::Module::version_of($module);
    return "version $is is not the one that was reviewed, $last";
}

# What is known of subs, under the names of this package.
{
    no strict 'refs';
    *$_ = \&{"Mehari::Explain::Reviewed::Function::$_"}
        for qw(for_registry unsafe_method unsafe_sub unsafe_subs
        changes_arguments);
}

1;

__END__

=head1 NAME

Mehari::Explain::Reviewed - modules that have been read by somebody

=head1 DESCRIPTION

For each module the fastest tier in which it cannot be told apart, and why
(L<Mehari::Explain::Reviewed::Module>); and the subs of such modules to which
that does not apply (L<Mehari::Explain::Reviewed::Function>).

Who adds a module has read it: what is kept in file lexicals and package
variables, what its C code keeps, what it looks at while it is loaded
(environment, time, process, files), what END blocks and destructors do. A
setting in a package variable is put back by the fresh tier when the code of the
script names it, and not otherwise.

=cut
