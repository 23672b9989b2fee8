package Mehari::Check::Tier;

# The tiers that can be checked. Each is a row; --tiers, the servers, the table
# and the recommended configuration read the same rows.

use v5.36;

# name, directives (what makes the tier of a file), caution: of two that are as
# fast, the one with less of it is recommended. says: what it
# is, for the help.
my @ROWS = (
    {
        name       => 'mod_cgi',
        says       => 'a new perl for every request',
        directives => ['SetHandler cgi-script'],
        caution    => 0,
        base       => 1,
    },
    {
        name       => 'exact',
        says       => 'SetHandler perl-cgi: a process of its own',
        directives => ['SetHandler perl-cgi'],
        caution    => 1,
    },
    {
        name       => 'perlrun',
        says       => 'ModPerl::PerlRun: variables start empty',
        directives => [ embedded('ModPerl::PerlRun') ],
        caution    => 3,
    },
    {
        name       => 'registry',
        says       => 'ModPerl::Registry: compiled once, variables stay',
        directives => [ embedded('ModPerl::Registry') ],
        caution    => 4,
    },
);

sub embedded ($class) {
    return (
        'SetHandler perl-script',
        "PerlResponseHandler $class",
        'PerlOptions +ParseHeaders'
    );
}

# What the others are compared with.
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

# Names of those of some tiers that are fast enough, the most cautious first:
# { name => ms }. A little time is not worth less caution.
sub fast ($class, $ms) {
    my ($least) = sort { $a <=> $b } values %$ms;
    return map { $_->{name} }
        sort   { $a->{caution} <=> $b->{caution} }
        grep   { !is_slower($ms->{ $_->{name} }, $least) }
        grep   { defined $ms->{ $_->{name} } } @ROWS;
}

# By a quarter, and by more than what a network makes of it.
sub is_slower ($ms, $than) {
    return $ms > $than * 1.25 && $ms > $than + 0.2;
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

Rows: C<name>, C<says>, C<directives>, C<caution>.

=item fast(\%ms)

Names of those that are about as fast as the fastest, of the tiers whose time is
given.

=back

=cut
