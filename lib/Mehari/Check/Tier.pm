package Mehari::Check::Tier;

# The tiers that can be checked. Each is a row; --tiers, servers and the table
# read the same rows.

use v5.36;

# name, directives (what makes the tier of a file), says: what it is, for the
# help. base: what the others are compared with.
my @ROWS = (
    {
        name       => 'mod_cgi',
        says       => 'a new perl for every request',
        directives => ['SetHandler cgi-script'],
        base       => 1,
    },
    {
        name       => 'exact',
        says       => 'SetHandler perl-cgi: a process of its own',
        directives => ['SetHandler perl-cgi'],
    },
    {
        name       => 'perlrun',
        says       => 'ModPerl::PerlRun: variables start empty',
        directives => [ embedded('ModPerl::PerlRun') ],
    },
    {
        name       => 'registry',
        says       => 'ModPerl::Registry: compiled once, variables stay',
        directives => [ embedded('ModPerl::Registry') ],
    },
);

sub embedded ($class) {
    return (
        'SetHandler perl-script',
        "PerlResponseHandler $class",
        'PerlOptions +ParseHeaders'
    );
}

# The tier that the others are compared with.
sub base ($class) {
    return (grep { $_->{base} } @ROWS)[0];
}

sub all ($class) {
    return grep { !$_->{base} } @ROWS;
}

sub named ($class, $name) {
    return (grep { $_->{name} eq $name } @ROWS)[0];
}

# The tiers of a list such as "exact,registry". Dies with the first name that is
# none.
sub parse ($class, $list) {
    my %wanted;
    for my $name (split /,/, $list) {
        grep { $_->{name} eq $name } $class->all
            or die qq(there is no tier "$name"; the tiers are )
            . join(', ', map { $_->{name} } $class->all) . "\n";
        $wanted{$name} = 1;
    }
    die "--tiers wants at least one tier\n" if !%wanted;
    return grep { $wanted{ $_->{name} } } $class->all;
}

1;

__END__

=head1 NAME

Mehari::Check::Tier - the ways to run a script that mehari check compares

=head1 SYNOPSIS

    my @tiers = Mehari::Check::Tier->parse('exact,registry');
    say $_->{name} for @tiers;

=head1 METHODS

=over

=item base, all, named($name), parse($list)

Rows: C<name>, C<says>, C<directives>.

=back

=cut
