package Mehari::Check::Mode;

# The modes that can be checked. Each is a row; --mode, servers and the table
# read the same rows.

use Mehari::Perl;

use Mehari::Command::Renamed qw(rename_word);

# name, directives (which give a file this mode), says: a description for the
# help. base: the others are compared with this mode.
my @ROWS = (
    {
        name       => 'mod_cgi',
        says       => 'a new perl for every request',
        directives => ['SetHandler cgi-script'],
        base       => 1,
    },
    {
        name       => 'perl-cgi',
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

# The mode that the others are compared with.
sub base ($class) {
    return (grep { $_->{base} } @ROWS)[0];
}

sub all ($class) {
    return grep { !$_->{base} } @ROWS;
}

sub named ($class, $name) {
    return (grep { $_->{name} eq $name } @ROWS)[0];
}

# The modes of a list such as "perl-cgi,registry". Dies with the first name that
# is no mode.
sub parse ($class, $list) {
    my @known = map { $_->{name} } $class->all;
    my %wanted;
    for my $name (map { rename_word('mode', $_, @known) } split /,/, $list) {
        grep { $_->{name} eq $name } $class->all
            or die qq(there is no mode "$name"; the modes are )
            . join(', ', @known) . "\n";
        $wanted{$name} = 1;
    }
    die "--mode wants at least one mode\n" if !%wanted;
    return grep { $wanted{ $_->{name} } } $class->all;
}

1;

__END__

=head1 NAME

Mehari::Check::Mode - the ways to run a script that mehari check compares

=head1 SYNOPSIS

    my @modes = Mehari::Check::Mode->parse('perl-cgi,registry');
    say $_->{name} for @modes;

=head1 METHODS

=over

=item base, all, named($name), parse($list)

Rows: C<name>, C<says>, C<directives>.

=back

=cut
