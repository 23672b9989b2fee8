package Mehari::Bench::Guide;

# The set-ups of the mod_perl guide that have a database: its counter of hits,
# and the four steps by which a request to a database becomes fast. Each set-up
# runs with every database that is installed.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Database;

our @EXPORT_OK = qw(guide_setups guide_problem with_database);

# name, what it is, handler; a handler is loaded by all servers of its set-up.
my @STEPS = (
    [ naive        => 'a connection for each request',       'Naive' ],
    [ apachedbi    => 'Apache::DBI keeps the connection',    'Persistent' ],
    [ placeholders => '... and the statements are the same', 'Placeholders' ],
    [ prepared     => 'prepared where the connection is made', 'Prepared' ],
);
my %WITHOUT_APACHE_DBI = map { $_ => 1 } qw(Naive Prepared);

my @COUNTER_MODES = qw(cgi perl-cgi registry perl-cgi-event registryevent);
my @STEP_MODES    = qw(modperl modperlevent);

# Numbers of hits, one after the other, as the guide has them.
my @HITS = (100, 1_000, 10_000);

sub guide_setups ($dir) {
    return map { setups_with($dir, $_) } Mehari::Database::names();
}

# Set-ups with SQLite have the plain names.
sub setups_with ($dir, $database) {
    my $end    = $database eq 'SQLite' ? '' : '-' . lc $database;
    my %common = (
        concurrency => 1,
        script      => "$dir/scripts/hits.pl",
        copy        => 1,
        query       => '',
        ignore      => '^\d+ hits$',
        database    => $database,
    );
    return (
        {
            %common,
            name       => "counter$end",
            title      => "the guide's counter of hits, $database",
            handler    => undef,
            modes      => \@COUNTER_MODES,
            hits       => \@HITS,
            apache_dbi => 1,
        },
        map {
            +{
                %common,
                name         => "$_->[0]$end",
                title        => "the guide's steps: $_->[1], $database",
                handler      => "Mehari::Workload::$_->[2]",
                handler_only => 1,
                modes        => \@STEP_MODES,
                apache_dbi   => !$WITHOUT_APACHE_DBI{ $_->[2] },
            }
        } @STEPS
    );
}

# The reason why a set-up cannot be measured, as a sentence; undef when it can.
sub guide_problem ($setup) {
    my $database = $setup->{database} // return undef;
    my $problem  = Mehari::Database::problem($database);
    return "Nothing is measured with $database: $problem." if $problem;
    return 'Apache::DBI is not measured: it is not installed'
        . ' (Debian: apt-get install libapache-dbi-perl).'
        if $setup->{apache_dbi} && !grep { -e "$_/Apache/DBI.pm" } @INC;
    return undef;
}

# One database of each kind for all set-ups. It ends with the program.
my %RUNNING;

# The set-up, with a database that has the data it asks for. Scripts find the
# database by their environment.
sub with_database ($setup) {
    my $name = $setup->{database} // return $setup;
    my $db   = $RUNNING{$name} //= start($name);
    fill($db);
    return {
        %$setup,
        env    => { BENCH_DSN => $db->dsn, BENCH_USER => $db->user },
        config => $setup->{apache_dbi} ? "PerlModule Apache::DBI\n" : '',
    };
}

# The measurement leaves out the time to write to a disk.
sub start ($name) {
    my $memory = '/dev/shm';
    return Mehari::Database->new($name,
        $name eq 'SQLite' && -w $memory ? (in => $memory) : ())->wait_for;
}

my $KEYS = 1000;
my $ROWS = 5;

sub fill ($db) {
    my $handle = $db->connect;
    return if $db->{filled}++;
    $handle->do($_)
        for
        'CREATE TABLE hits (page VARCHAR(80) PRIMARY KEY, number INTEGER)',
        "INSERT INTO hits VALUES ('/index.html', 0)",
        'CREATE TABLE bar (baz INTEGER, foo VARCHAR(80))',
        'CREATE INDEX bar_baz ON bar (baz)',
        'CREATE TABLE seen (baz INTEGER PRIMARY KEY, number INTEGER)';
    $handle->begin_work;
    my $row  = $handle->prepare('INSERT INTO bar VALUES (?, ?)');
    my $seen = $handle->prepare('INSERT INTO seen VALUES (?, 0)');
    for my $key (0 .. $KEYS - 1) {
        $row->execute($key, "row $_") for 1 .. $ROWS;
        $seen->execute($key);
    }
    $handle->commit;
    chmod 0666, glob $db->dir . '/db*';
    return;
}

1;

__END__

=head1 NAME

Mehari::Bench::Guide - what the mod_perl guide measures with a database

=head1 FUNCTIONS

=over

=item guide_setups($bench_dir)

The set-ups, as L<Mehari::Bench::Setup> has them, and C<database> (its name),
C<hits> (how many requests are timed, one after the other).

=item guide_problem(\%setup), with_database(\%setup)

The reason why it cannot be measured here; the set-up with C<env> and C<config>
for a database that runs.

=back

=cut
