# Connections that start-up code leaves open are named in the log, for httpd's
# children and for the workers of a pool: with their variables, without their
# passwords.

use Mehari::Test;
use IO::Socket::INET;
use Mehari::Explain::Reason;
use Mehari::Test::Database;
use Mehari::Test::Gateway qw(wait_until);

plan skip_all => 'there is no DBI (libdbi-perl)' if !eval { require DBI };

my $EMBEDDED = '';
my $POOL     = "PerlPool default workers=1\nPerlUsePool default\n";
my $listener = IO::Socket::INET->new(
    Listen    => 200,
    LocalAddr => '127.0.0.1',
) // die "Cannot listen: $@.\n";
my $port = $listener->sockport;

# Returns the MH60 lines that a server with this start-up code logs. If $wanted,
# it asks until there is one: a worker base's lines come with an answer.
sub said ($place, $code, $wanted = 0) {
    my $h = server(
        mpm     => 'event',
        workers => 2,
        start   => 0,
        config  => sub ($h) {
            write_file($h->root . '/startup.pl', "$code\n1;\n");
            return <<~"CONF" . $place;
                PerlRequire "${\ $h->root }/startup.pl"
                <Location "/hello">
                    SetHandler modperl
                    PerlResponseHandler My::Hello
                </Location>
                CONF
        },
    );
    $h->start;
    is get($h, '/hello')->body, "hello\n",
        'a server that inherits a connection serves';
    wait_until(sub { get($h, '/hello'); !$wanted || $h->error_log =~ /MH60/ },
        30);
    $h->stop;
    return grep { /MH60/ } split /\n/, $h->error_log;
}

my $HELLO = <<~'PERL';
    package My::Hello;
    use Apache2::RequestIO ();
    sub handler { $_[0]->print("hello\n"); 0 }
    $INC{'My/Hello.pm'} = __FILE__;
    PERL

sub names ($place, $where, $code, $pattern, $what) {
    my @lines = said($place, $HELLO . $code, 1);
    is @lines, 1, "$where: the log has one line of it"
        or diag join "\n", @lines;
    like $lines[0]   // '', $pattern,   "$where: the log line names $what";
    unlike $lines[0] // '', qr/hidden/, 'the log line has no password';
    return;
}

sub names_database ($place, $where, $db) {
    my $dsn  = $db->dsn;
    my $text = $dsn =~ s/\Adbi:\w+://r;
    my $name = $db->driver;
    names(
        $place,
        $where,
        "use DBI; our \$dbh = DBI->connect('$dsn', 'mehari', 'hidden');",
        qr/(?:pool default: )?a connection.*\[MH6001\]/,
        "$name by its number"
    );
    names(
        $place, $where, <<~"PERL",
        use DBI;
        my \$dbh = DBI->connect('$dsn', 'mehari', 'hidden');
        sub used { \$dbh }
        PERL
        qr/: \Q$name, $text\E \(my \$dbh of My::Hello::used\) \[MH6001\]$/,
        "$name by its variable"
    );
    return;
}

my @databases = databases();
plan skip_all => 'there is no database' if !@databases;
for my $place ([ $EMBEDDED, 'httpd' ], [ $POOL, 'pool' ]) {
    names_database(@$place, $_) for @databases;

    names(
        @$place, <<~"PERL",
        use IO::Socket::INET;
        our %at = (cache => { socket =>
            IO::Socket::INET->new(PeerAddr => '127.0.0.1:$port') });
        PERL
        qr/.* to 127\.0\.0\.1:$port \(%My::Hello::at\) \[MH6002\]$/,
        'a socket'
    );

    names(
        @$place, <<~"PERL",
        use Socket;
        socket CACHE, PF_INET, SOCK_STREAM, 0;
        connect CACHE, pack_sockaddr_in($port, INADDR_LOOPBACK);
        PERL
        qr/.* to 127\.0\.0\.1:$port \(\*My::Hello::CACHE\) \[MH6002\]$/,
        'a handle with a name'
    );

    # A C library opens such a connection: perl does not know its descriptor.
    names(
        @$place, <<~"PERL",
        use IO::Socket::INET;
        use POSIX ();
        POSIX::dup(IO::Socket::INET->new(PeerAddr => '127.0.0.1:$port')
            ->fileno);
        PERL
        qr/.* to 127\.0\.0\.1:$port \(descriptor \d+\) \[MH6003\]$/,
        'a socket that no handle has'
    );

    is_deeply [ said($place->[0], $HELLO . <<~"PERL") ], [],
        use DBI;
        use IO::Socket::INET;
        our \$dbh = DBI->connect('dbi:SQLite:dbname=:memory:');
        our \$old = DBI->connect('${\ $databases[0]->dsn }', 'mehari', 'x');
        \$old->disconnect;
        our \$listens = IO::Socket::INET->new(Listen => 1);
        PERL
        "$place->[1]: nothing else is named";
}

like(Mehari::Explain::Reason::page($_),
    qr/Remedy/, "$_ has a page with a remedy")
    for qw(MH6001 MH6002 MH6003);

require Mehari::Databases;
my %DSN = (
    'dbname=a;host=b'                => 'dbname=a;host=b',
    'dbname=a;password=hidden'       => 'dbname=a;password=***',
    "password='hid\\'den;' dbname=a" => 'password=*** dbname=a',
    'PWD = hidden;Server=x'          => 'PWD = ***;Server=x',
    'postgresql://me:hidden@host/a'  => 'postgresql://me:***@host/a',
    'scott/hidden@host'              => 'scott/***@host',
    'dbname=/srv/data.db'            => 'dbname=/srv/data.db',
);
is Mehari::Databases::hide_secrets($_), $DSN{$_},
    "a connection's secrets become $DSN{$_}"
    for sort keys %DSN;

done_testing;
