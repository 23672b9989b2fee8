package Mehari::Database;

# A private database: SQLite, PostgreSQL or MariaDB, with a directory of its
# own, without a port, run by a user that is not root. For measurements and
# tests.

use Mehari::Perl;
use File::Temp  qw(tempdir);
use POSIX       ();
use Time::HiRes qw(sleep time);

use Mehari::File qw(bytes_if_readable);

# name, module of DBI, program.
my %KIND = (
    SQLite     => { driver => 'SQLite' },
    PostgreSQL => { driver => 'Pg',      program => 'postgres' },
    MariaDB    => { driver => 'MariaDB', program => 'mariadbd' },
);

my $NAME    = 'mehari';
my $PATIENT = 60;
my @STARTED;

# Only the process that started the database stops it, because its forks have
# this object, too.
my $owner = $$;
END { stop_all() if $$ == $owner }

sub stop_all () {
    local $?;
    $_->stop for @STARTED;
    return;
}

sub names () { return qw(SQLite PostgreSQL MariaDB) }

# The reason why this machine cannot start that database; undef if it can.
sub problem ($name) {
    my $kind = $KIND{$name};
    return "there is no DBD::$kind->{driver}"
        if !eval "require DBI; require DBD::$kind->{driver}; 1";
    return "there is no $kind->{program}"
        if $kind->{program} && !defined program($kind->{program});
    return 'there is no user "nobody"' if !$> && !defined getpwnam 'nobody';
    return undef;
}

# Debian has PostgreSQL's programs in a folder that is not in PATH.
sub program ($name) {
    my @dirs = (
        split(/:/, $ENV{PATH}),
        qw(/usr/sbin /usr/local/sbin),
        reverse sort glob '/usr/lib/postgresql/*/bin'
    );
    my ($found) = grep { -x } map { "$_/$name" } @dirs;
    return $found;
}

# Starts the database; call wait_for() afterwards. in => a directory in which
# its own is made.
sub new ($class, $name, %option) {
    my $in  = $option{in};
    my $dir = tempdir(
        'mehari-db-XXXXXX',
        defined $in ? (DIR => $in) : (TMPDIR => 1),
        CLEANUP => 1
    );
    my $self = bless { name => $name, dir => $dir, %{ $KIND{$name} } },
        $class;
    push @STARTED, $self;
  # SQLite's directory belongs to httpd's user, because httpd's children write
  # to it.
    chmod 0777, $dir or die "Cannot change $dir: $!.\n";
    chown(+(getpwnam 'nobody')[ 2, 3 ], $dir) if !$>;
    $self->start;
    return $self;
}

sub name   ($self) { return $self->{name} }
sub driver ($self) { return $self->{driver} }
sub dir    ($self) { return $self->{dir} }
sub served ($self) { return defined $self->{program} }

sub user ($self) { return $NAME }

sub dsn ($self) {
    my $dir = $self->{dir};
    return "dbi:SQLite:dbname=$dir/db"        if !$self->served;
    return "dbi:Pg:dbname=postgres;host=$dir" if $self->{driver} eq 'Pg';
    return "dbi:MariaDB:database=test;mariadb_socket=$dir/socket";
}

# --- life -------------------------------------------------------------------

sub start ($self) {
    return if !$self->served;
    my $dir = $self->{dir};
    $self->{pid} = $self->in_background(
        $self->{driver} eq 'Pg'
        ? sub { exec_postgres($dir) }
        : sub { exec_mariadb($dir) }
    );
    return $self;
}

# A process as the database's user, which writes to the log.
sub in_background ($self, $code) {
    my $pid = fork // die "Cannot fork: $!.\n";
    return $pid if $pid;
    my $done = eval {
        become_nobody() if !$>;
        chdir $self->{dir} or die "Cannot chdir: $!.\n";
        $ENV{TMPDIR} = $self->{dir};
        open STDIN,  '<',  '/dev/null'        or die "Cannot read: $!.\n";
        open STDOUT, '>>', "$self->{dir}/log" or die "Cannot log: $!.\n";
        open STDERR, '>&', \*STDOUT           or die "Cannot log: $!.\n";
        $code->();
        1;
    };
    print STDERR $@ if !$done;
    POSIX::_exit(1);
}

sub become_nobody () {
    my ($user, $group) = (getpwnam 'nobody')[ 2, 3 ];
    $) = "$group $group";
    $( = $group;
    POSIX::setuid($user);
    $> == $user && $< == $user or die "Cannot become nobody.\n";
    return;
}

# The data need not outlive a crash of the machine.
sub exec_postgres ($dir) {
    my @as = qw(--no-sync --no-locale -E UTF8 -A trust);
    system program('initdb'), @as, '-U', $NAME, '-D', "$dir/data"
        and die "initdb has failed.\n"
        if !-e "$dir/data/PG_VERSION";
    return exec program('postgres'), '-D', "$dir/data", '-k', $dir,
        map { ('-c', $_) } 'listen_addresses=', 'fsync=off',
        'full_page_writes=off', 'shared_buffers=4MB', 'max_connections=30',
        'client_min_messages=warning';
}

# Lets everybody in, because it has no tables of users: they take long to make.
sub exec_mariadb ($dir) {
    mkdir "$dir/data";
    mkdir "$dir/data/test";
    my %setting = (
        datadir                          => "$dir/data",
        socket                           => "$dir/socket",
        'pid-file'                       => "$dir/pid",
        'innodb-log-file-size'           => '4M',
        'innodb-flush-log-at-trx-commit' => 0,
        'innodb-buffer-pool-size'        => '8M',
        'innodb-fast-shutdown'           => 2,
        'performance-schema'             => 'off',
    );
    return exec program('mariadbd'), '--no-defaults', '--skip-networking',
        '--skip-grant-tables', '--skip-log-bin',
        map { "--$_=$setting{$_}" } sort keys %setting;
}

sub stop ($self) {
    my $pid = delete $self->{pid} // return;
    delete $self->{handle};
    # With SIGINT, PostgreSQL does not wait for connected clients.
    kill $self->{driver} eq 'Pg' ? 'INT' : 'TERM', $pid;
    waitpid $pid, 0;
    return;
}

sub restart ($self) {
    $self->stop;
    $self->start;
    return $self->wait_for;
}

# Waits until the database answers.
sub wait_for ($self) {
    my $end = time + $PATIENT;
    while (!$self->connect) {
        die "$self->{name} does not start: ", $self->log, "\n"
            if time > $end || !$self->lives;
        sleep 0.05;
    }
    return $self;
}

sub lives ($self) {
    return !$self->served || waitpid($self->{pid}, POSIX::WNOHANG()) == 0;
}

sub log ($self) {
    return bytes_if_readable("$self->{dir}/log") // '(it has no log)';
}

# --- looking at it from outside -----------------------------------------------

# A connection of our own; undef while nobody answers.
sub connect ($self) {
    return $self->{handle} if $self->{handle};
    my $made
        = DBI->connect($self->dsn, $self->user, '',
        { PrintError => 0, RaiseError => 0, AutoInactiveDestroy => 1 })
        // return;
    $made->{RaiseError} = 1;
    return $self->{handle} = $made;
}

sub do ($self, $statement) { return $self->connect->do($statement) }

sub value ($self, $query) {
    return ($self->connect->selectrow_array($query))[0];
}

my %OTHERS = (
    Pg => 'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()'
        . " AND backend_type = 'client backend'",
    MariaDB => 'SELECT id FROM information_schema.processlist'
        . ' WHERE id <> connection_id() AND user <> \'system user\'',
);

# The number of sessions of others.
sub sessions ($self) {
    my $query = $OTHERS{ $self->{driver} } // return;
    return $self->connect->selectcol_arrayref($query)->@*;
}

# Ends connections as an administrator, a time-out or a firewall would.
sub drop_sessions ($self) {
    for my $session ($self->sessions) {
        $self->connect->do(
            $self->{driver} eq 'Pg'
            ? "SELECT pg_terminate_backend($session)"
            : "KILL $session"
        );
    }
    my $end = time + $PATIENT;
    sleep 0.02 while $self->sessions && time < $end;
    return;
}

1;

__END__

=head1 NAME

Mehari::Database - a private database

=head1 SYNOPSIS

    my $problem = Mehari::Database::problem('PostgreSQL');
    my $db      = Mehari::Database->new('PostgreSQL')->wait_for;
    my $handle  = DBI->connect($db->dsn, $db->user, '');

=head1 DESCRIPTION

Starting PostgreSQL or MariaDB takes a second or two. They listen only at a
socket in their directory, accept everybody who can open it, do not protect data
from a crash of the machine, and end with the program. SQLite has neither
sessions nor a process (C<served> is false).

=head1 METHODS

=over

=item names, problem($name)

The names of the databases, and the reason why one cannot be used here (undef:
it can).

=item new($name), wait_for, stop, restart

=item name, driver, dsn, user, dir, served

=item connect, do($statement), value($query)

Act through a connection of their own.

=item sessions, drop_sessions

The connections of others, and their end.

=back

=cut
