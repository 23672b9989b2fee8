package HitCounter;

# Counts the visits of each page, in a database.

use v5.32;
use warnings;
use feature 'signatures';
no warnings 'experimental::signatures';

use Apache2::Const -compile => qw(OK);
use Apache2::RequestIO   ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use DBI                  ();

# Each process has its own connection, because processes must not share one. The
# first request makes it, and a later one again if the database has closed it.
my $DATABASE;

sub database ($r) {
    return $DATABASE if $DATABASE && $DATABASE->{handle}->ping;
    my $handle = DBI->connect($r->dir_config('HitCounterDatabase'),
        '', '', { RaiseError => 1, PrintError => 0 });
    create($handle);
    return $DATABASE = {
        handle => $handle,
        uses   => 0,
        add    => $handle->prepare(<<~'SQL'),
            INSERT INTO hits VALUES (?, 1)
            ON CONFLICT (page) DO UPDATE SET number = hits.number + 1
            SQL
        one  => $handle->prepare('SELECT number FROM hits WHERE page = ?'),
        most => $handle->prepare(
            'SELECT page, number FROM hits ORDER BY number DESC, page LIMIT 10'
        ),
    };
}

sub create ($handle) {
    # Readers do not wait for a writer.
    $handle->do('PRAGMA journal_mode = WAL')
        if $handle->{Driver}{Name} eq 'SQLite';
    $handle->do('CREATE TABLE IF NOT EXISTS hits'
            . ' (page VARCHAR(200) PRIMARY KEY, number INTEGER)');
    return;
}

sub handler ($r) {
    my $url  = $r->dir_config('HitCounterUrl') =~ s{/\z}{}r;
    my $page = substr $r->uri =~ s/\A\Q$url\E//r, 0, 200;
    my $db   = database($r);
    $db->{uses}++;
    $db->{add}->execute($page);
    $r->content_type('text/html; charset=UTF-8');
    $r->print(page($db, $url, $page));
    return Apache2::Const::OK;
}

sub page ($db, $url, $page) {
    my $number = $db->{handle}->selectrow_array($db->{one}, undef, $page);
    my $most   = $db->{handle}->selectall_arrayref($db->{most});
    my $rows   = join '', map {
        my ($name, $count) = map { escape($_) } @$_;
        qq(<tr><td><a href="@{[ escape($url) ]}$name">$name</a></td>)
            . "<td>$count</td></tr>\n"
    } @$most;
    return <<~"HTML";
        <!DOCTYPE html>
        <html><head><title>Hit counter</title></head><body>
        <h1>Visit ${\ escape($number)} of ${\ escape($page)}</h1>
        <table>
        <tr><th>Page</th><th>Visits</th></tr>
        $rows</table>
        <p>Try <a href="@{[ escape($url) ]}/about">another page</a>.
        Process $$ has used its connection $db->{uses} times.</p>
        </body></html>
        HTML
}

sub escape ($text) {
    my %name = ('&' => 'amp', '<' => 'lt', '>' => 'gt', '"' => 'quot');
    return $text =~ s/([&<>"])/&$name{$1};/gr;
}

1;
