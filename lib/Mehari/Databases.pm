package Mehari::Databases;

# The connections of DBI that this process has open.

use Mehari::Perl;

# Drivers without a connection. They read files, or nothing, so processes can
# share a handle.
my %LOCAL = map { $_ => 1 }
    qw(AnyData CSV DBM ExampleP File Mem NullP Sponge XBase);

# A hash for each: driver, dsn (without secrets), handle, fd (of its socket, if
# the driver tells it).
sub connections () {
    return if !%DBI::installed_drh;
    return map { connections_of($_) } sort keys %DBI::installed_drh;
}

sub connections_of ($driver) {
    return if $LOCAL{$driver};
    my $children = $DBI::installed_drh{$driver}{ChildHandles} // [];
    return map {
        +{
            driver => $driver,
            dsn    => hide_secrets($_->{Name} // ''),
            handle => $_,
            fd     => descriptor($driver, $_),
        }
        }
        grep { defined && $_->{Type} eq 'db' && $_->{Active} && shared($_) }
        @$children;
}

# A database in memory belongs to one process.
sub shared ($handle) {
    return ($handle->{Name} // '')
        !~ /\A(?:dbname=|database=)?(?::memory:)?\z/
        || $handle->{Driver}{Name} ne 'SQLite';
}

my %DESCRIPTOR = (
    Pg      => 'pg_socket',
    MariaDB => 'mariadb_sockfd',
    mysql   => 'sockfd',
);

sub descriptor ($driver, $handle) {
    my $attribute = $DESCRIPTOR{$driver} // return undef;
    return $handle->{$attribute};
}

# Hides values of words such as password=, and the part of a URL before the @.
sub hide_secrets ($dsn) {
    $dsn =~ s{((?:pass|pwd|secret)\w*\s*=\s*)
              (?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^;]*)}{$1***}gix;
    $dsn        =~ s{(:(?://)?[^/:@;]*[:/])[^@;]*@}{$1***@}g;
    $dsn        =~ s{\A([^/:@;=]+/)[^@;]*@}{$1***@};
    return $dsn =~ s/[\t\r\n]/ /gr;
}

# Writes the summary for the status page. show() is written in C.
sub note () { return show(summary()) }

# A line for each driver and dsn: the number of connections, driver, dsn.
sub summary () {
    my %count;
    $count{"$_->{driver}\t$_->{dsn}"}++ for connections();
    return join '', map { "$count{$_}\t$_\n" } sort keys %count;
}

1;

__END__

=head1 NAME

Mehari::Databases - the connections of DBI that a process has open

=head1 SYNOPSIS

    for my $connection (Mehari::Databases::connections()) {
        print "$connection->{driver} $connection->{dsn}\n";
    }

=head1 DESCRIPTION

The module asks DBI itself, so nothing has to be loaded before DBI, and nothing
of DBI is changed. Connections that a program has closed are left out, and so
are those of drivers that only read files, and of SQLite to databases in memory.
Passwords in a data source are shown as C<***>.

The status page and the messages about inherited connections use this module.

=cut
