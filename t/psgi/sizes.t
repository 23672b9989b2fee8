# Sizes beyond 2 GiB: a body that is really sent, and that the application reads
# piece by piece, and the end of a file of that size. Neither is kept in memory.

use Mehari::Test;

my $SIZE  = 2 * 2**30 + 5;
my $PIECE = "\0" x 2**20;

my $app = <<~'APP';
    use v5.32; use warnings; use feature 'signatures'; no warnings 'experimental::signatures';

    sub memory () {
        open my $in, '<', '/proc/self/status' or die $!;
        return (map { /^VmHWM:\s+(\d+)/ ? $1 : () } <$in>)[0];
    }

    sub body ($env) {
        my ($in, $before, $size) = ($env->{'psgi.input'}, memory(), 0);
        while (my $got = $in->read(my $piece, 2**20)) {
            $size += $got;
        }
        my $grown = memory() - $before < 20_000 ? 'small' : 'grown';
        return [ 200, [], ["$env->{CONTENT_LENGTH} $size $grown"] ];
    }

    sub file ($env) {
        open my $in, '<:raw', $env->{HTTP_X_FILE} or die $!;
        seek $in, $env->{QUERY_STRING}, 0;
        return [ 200, [], $in ];
    }

    sub ($env) { $env->{PATH_INFO} eq '/file' ? file($env) : body($env) };
    APP

sub start ($mpm) {
    return server(
        mpm     => $mpm,
        workers => 4,
        files   => { 'app.psgi' => $app },
        config  => <<~'CONF',
            LimitRequestBody 0
            PerlPool default workers=1
            <Location "/">
            SetHandler perl-psgi
            PerlPsgiApp "${DOCUMENT_ROOT}/app.psgi"
            </Location>
            CONF
    );
}

sub post ($httpd) {
    my $client = client($httpd, timeout => 300);
    $client->send(
              "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            . "Content-Length: $SIZE\r\n\r\n");
    for (my $left = $SIZE; $left > 0; $left -= length $PIECE) {
        $client->send($left < length $PIECE
            ? substr $PIECE,
            0, $left
            : $PIECE)
            or last;
    }
    return $client->read_all;
}

sub sparse ($httpd) {
    my $file = $httpd->root . '/tmp/sparse';
    open my $out, '>:raw', $file or die "$file: $!\n";
    sysseek $out, $SIZE, 0;
    syswrite $out, 'the end';
    close $out;
    chmod 0644, $file;
    return $file;
}

for my $mpm (qw(prefork event)) {
    my $httpd = start($mpm);
    my $file  = sparse($httpd);
    is get($httpd, "/file?$SIZE", headers => { 'X-File' => $file })->body,
        'the end', "$mpm: a file from where it was read to";
    like post($httpd), qr/\r\n\r\n$SIZE $SIZE small\z/,
        "$mpm: a body of more than 2 GiB";
}

done_testing;
