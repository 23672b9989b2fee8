# Scripts of perl-cgi that connect while they are compiled: no request gets a
# connection that another has.

use Mehari::Test;
use Mehari::Test::Database;
use Mehari::Test::Gateway;

plan skip_all => 'there is no DBI (libdbi-perl)' if !eval { require DBI };

my %SESSION = (
    Pg      => 'SELECT pg_backend_pid()',
    MariaDB => 'SELECT connection_id()',
);

sub text ($db, $connect) {
    my $dsn = $db->dsn;
    return <<~"PERL";
        use strict;
        use DBI;
        my \$dbh;
        sub open_it { DBI->$connect('$dsn', 'mehari', 'x', { RaiseError => 1 }) }
        BEGIN { \$dbh = open_it() if \$0 =~ /begin/ }
        \$dbh ||= open_it();
        my (\$session) = \$dbh->selectrow_array('$SESSION{ $db->driver }');
        print "Content-Type: text/plain\\n\\n\$session\\n";
        PERL
}

my @databases = grep { $_->served } databases(qw(PostgreSQL MariaDB));
plan skip_all => 'there is no database with sessions' if !@databases;

# A file that connects when it is loaded, and is loaded for all scripts.
sub connecting_file ($db) {
    my $dsn = $db->dsn;
    return write_file($db->dir . '/connects.pl', <<~"PERL");
        use DBI;
        \$My::dbh = DBI->connect('$dsn', 'mehari', 'x', { RaiseError => 1 });
        1;
        PERL
}

sub requiring ($file, $db) {
    return <<~"PERL";
        BEGIN { require '$file' }
        my (\$session)
            = \$My::dbh->selectrow_array('$SESSION{ $db->driver }');
        print "Content-Type: text/plain\\n\\n\$session\\n";
        PERL
}

for my $db (@databases) {
    my $file = connecting_file($db);
    my $h    = gateway_server(perl_pool => "preload=DBI,$file",);
    script($h, 'begin.pl',  text($db, 'connect'));
    script($h, 'plain.pl',  text($db, 'connect'));
    script($h, 'cached.pl', text($db, 'connect_cached'));
    for my $path (map { "/$_" } qw(begin.pl plain.pl cached.pl)) {
        my %seen;
        my $times = 4;
        for my $response (get($h, $path, repeat => $times)) {
            is $response->status, 200, $db->name . " $path";
            $seen{ $response->body }++;
        }
        is keys %seen, $times, 'each request has a connection of its own'
            or diag $h->error_log;
    }
    ok wait_until(sub { !$db->sessions }, 30),
        'no session stays in the database';
}

# The same inside httpd and in workers: a script under Registry keeps what it
# caches.
for my $db (@databases) {
    my $h = server(
        mpm     => 'event',
        workers => 4,
        files   => { 'cached.pl' => text($db, 'connect_cached') },
        config  => <<~'CONF',
        PerlPool default workers=1
        PerlModule ModPerl::Registry
        <Directory "${DOCUMENT_ROOT}">
            Options +ExecCGI
            SetHandler perl-script
            PerlOptions +ParseHeaders
        </Directory>
        AliasMatch "^/(?:registry|pool)/(.*)" "${DOCUMENT_ROOT}/$1"
        <LocationMatch "^/(?:registry|pool)/">
            PerlResponseHandler ModPerl::Registry
        </LocationMatch>
        <Location "/pool/">
            PerlUsePool default
        </Location>
        CONF
    );
    chmod 0755, $h->document_root . '/cached.pl';
    for my $place (qw(registry pool)) {
        my %seen;
        for my $response (get($h, "/$place/cached.pl", repeat => 4)) {
            is $response->status, 200, $db->name . " $place";
            like $response->body, qr/\A\d+\n\z/,
                'a script with a connection works';
            $seen{ $response->body }++;
        }
        is keys %seen, 1, 'all requests use one connection';
    }
}

done_testing;
