# Debian's Apache::DBI, as it is, with databases that are really there: under
# prefork, under event, and in the workers of a pool.

use Mehari::Test;
use JSON::PP qw(decode_json);
use Mehari::Databases;
use Mehari::Test::Database;
use Mehari::Test::Gateway qw(wait_until);

plan skip_all => 'there is no DBI (libdbi-perl)' if !eval { require DBI };
plan skip_all => 'there is no Apache::DBI (libapache-dbi-perl)'
    if !grep { -e "$_/Apache/DBI.pm" } @INC;

my $library = fixture('databases');

# Processes that run Perl: two, or one with threads.
my %PLACE = (
    prefork => { mpm => 'prefork', workers => 2 },
    event   => { mpm => 'event',   workers => 4 },
    pool    => {
        mpm     => 'event',
        workers => 4,
        pool    => "PerlPool default workers=2\nPerlUsePool default\n",
    },
);

sub start ($place, $db) {
    my $option = $PLACE{$place};
    my ($dsn, $user) = ($db->dsn, $db->user);
    # Workers know of no <Perl> section.
    write_file($db->dir . '/startup.pl', <<~"PERL");
        use Apache2::Status ();
        use Apache::DBI     ();
        Apache::DBI->connect_on_init('$dsn', '$user', 'secret',
            { RaiseError => 1, PrintError => 0, AutoCommit => 1 });
        1;
        PERL
    return server(
        mpm     => $option->{mpm},
        workers => $option->{workers},
        config  => ($option->{pool} // '') . <<~"CONF");
            PerlSwitches -w "-I$library"
            PerlRequire "${\ $db->dir }/startup.pl"
            PerlModule My::Visits
            <Location "/visits">
                SetHandler modperl
                PerlResponseHandler My::Visits
                PerlOptions +GlobalRequest
                PerlSetVar DSN "$dsn"
                PerlSetVar DatabaseUser "$user"
            </Location>
            <Location "/status">
                SetHandler mehari-status
            </Location>
            <Location "/perl-status">
                SetHandler modperl
                PerlResponseHandler Apache2::Status
            </Location>
            CONF
}

# The answers to several requests, by the process that answered.
sub ask ($h, $word) {
    my %said;
    for (1 .. 6) {
        my $response = get($h, "/visits?$word");
        is $response->status, 200, "a handler with a connection works $word"
            or return diag $h->error_log;
        my ($pid, $line) = $response->body =~ /\A(\d+) (.*)\n\z/;
        $said{$pid}{$line} = 1;
    }
    return \%said;
}

sub connects_at_start ($h, $db, $place) {
    my %held = map { %$_ } values ask($h, 'held')->%*;
    is_deeply [ keys %held ], [1], 'connect_on_init, before any request';
    return if !$db->served || $place eq 'pool';
    my $wanted = $place eq 'prefork' ? 2 : 1;
    ok wait_until(sub { $db->sessions == $wanted }, 30),
        'each process has one connection at first';
    return;
}

sub keeps ($h) {
    my $before = ask($h, 'session');
    my $after  = ask($h, 'session');
    for my $pid (sort keys %$after) {
        is keys $after->{$pid}->%*, 1, 'a process has one connection';
        is_deeply $after->{$pid}, $before->{$pid},
            'a process keeps its connection'
            if $before->{$pid};
    }
    my %open = map { %$_ } values ask($h, 'closed')->%*;
    is_deeply [ keys %open ], ['open'], 'disconnect() leaves it open';
    return $after;
}

# Each process has another connection than before.
sub are_new ($before, $after, $name) {
    my %old = map {
        map { $_ => 1 }
            keys %$_
    } values %$before;
    my @kept
        = grep { $old{$_} } map { keys %$_ } values %$after;
    is_deeply \@kept, [], $name;
    return;
}

sub survives ($h, $db, $before) {
    $db->drop_sessions;
    my $after = ask($h, 'session');
    are_new($before, $after, 'the server has dropped all: new ones');
    $db->restart;
    are_new($after, ask($h, 'session'), 'the server has started anew');
    return;
}

sub rolls_back ($h, $db) {
    my ($count) = map { keys %$_ } values ask($h, 'count')->%*;
    ask($h, 'forget');
    my %seen = map { %$_ } values ask($h, 'count')->%*;
    is_deeply [ keys %seen ], [$count],
        'a row that was not committed is gone';
    ask($h, 'forget');
    # A lock of the others would delay it, and SQLite would refuse it.
    ok wait_until(
        sub {
            eval { $db->do('INSERT INTO visits VALUES (3)') }
        },
        30
        ),
        'locks of an ended request are gone without another request';
    is $db->value('SELECT count(*) FROM visits WHERE number = 2'), 0,
        'a rolled back row is there for nobody';
    return;
}

sub shows ($h, $db) {
    like get($h, '/perl-status')->body, qr/DBI connections/,
        'the menu of Apache2::Status has DBI connections';
    my $page = get($h, '/perl-status?DBI')->body;
    my $name = $db->dsn =~ s/\Adbi:\w+://r;
    like $page, qr/\Q$name\E/, 'the page has the connection';
    like $page, qr{<TD>mehari}, 'the page of connections has the user'
        if $db->served;
    unlike $page, qr/secret/, 'the page of connections has no password';
    return;
}

# The status page knows which process has which connection.
sub is_counted ($h, $db, $place) {
    my $dsn  = Mehari::Databases::hide_secrets($db->dsn =~ s/\Adbi:\w+://r);
    my $kind = $place eq 'pool' ? 'worker' : 'httpd child';
    my $here = sub {
        return grep { $_->{databases}->@* }
            map     { $_->{processes}->@* }
            decode_json(get($h, '/status?format=json')->body)->{pools}->@*;
    };
    my $wanted = $place eq 'prefork' ? 2 : 1;
    ok wait_until(sub { $here->() >= $wanted }, 30),
        'processes hold connections';
    for my $process ($here->()) {
        is $process->{kind}, $kind,
            "each process with a connection is of the kind $kind";
        is_deeply $process->{databases},
            [ { driver => $db->driver, dsn => $dsn, connections => 1 } ],
            'each process has one connection';
    }
    like get($h, '/status')->body, qr{<code>\Q$dsn\E</code>},
        'the status page has the name of the database';
    # A manager that takes longer than two seconds is not up for that page.
    my $label = $dsn =~ s/(["\\])/\\$1/gr;
    my $page;
    my $is_there = sub {
        my $count = () = $here->();
        $page = get($h, '/status?format=openmetrics')->body;
        return $page =~ /^mehari_database_connections\{pool="\S+",
            driver="${\ $db->driver}",dsn="\Q$label\E"\}\ $count$/mx;
    };
    ok wait_until($is_there, 30),
        'the metrics have the number of connections'
        or diag $page;
    return;
}

my @databases = databases();
plan skip_all => 'there is no database' if !@databases;
for my $db (@databases) {
    $db->do('CREATE TABLE visits (number INTEGER)'
            . ($db->driver eq 'MariaDB' ? ' ENGINE=InnoDB' : ''));
    chmod 0666, glob $db->dir . '/db*';
    for my $place (qw(prefork event pool)) {
        subtest $db->name . ", $place" => sub {
            my $h = start($place, $db);
            connects_at_start($h, $db, $place);
            my $sessions = keeps($h);
            shows($h, $db);
            is_counted($h, $db, $place);
            survives($h, $db, $sessions) if $db->served;
            rolls_back($h, $db);
            $h->stop;
            # httpd's own notices about its children do not concern databases.
            unlike $h->error_log =~ s/^.*AH00161.*$//mr,
                qr/:(?:warn|error|crit)\]/,
                'the log has no warning and no error';
        };
    }
}

done_testing;
