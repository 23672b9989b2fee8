# PerlTiming: notes for the log and a header, in httpd and in a pool.

use Mehari::Test;

my $HANDLERS = <<~'PERL';
    package My::Timed;
    use v5.32; use warnings; use feature 'signatures'; no warnings 'experimental::signatures';
    use Apache2::RequestRec ();
    use Apache2::RequestIO ();
    use APR::Table ();
    sub access { select undef, undef, undef, 0.03; return -1 }
    sub handler {
        my ($r) = @_;
        die "not today\n" if ($r->args // '') eq 'die';
        $r->headers_out->add('Server-Timing' => 'own;dur=1');
        $r->print('x' x ($r->args || 1));
        return 0;
    }
    sub late { return -1 }
    1;
    PERL

sub timed_server ($mpm, $pool) {
    return server(
        mpm     => $mpm,
        workers => 2,
        files   => { 'lib/My/Timed.pm' => $HANDLERS },
        config  => sub ($h) {
            my $root = $h->document_root;
            return <<~"CONF";
                $pool
                PerlSwitches "-I$root/lib"
                PerlModule My::Timed
                CustomLog logs/timing "%U %{perl-time}n %{perl-cpu}n %{perl-timing}n"
                <Location "/t">
                    SetHandler modperl
                    PerlAccessHandler My::Timed::access
                    PerlResponseHandler My::Timed
                    PerlLogHandler My::Timed::late
                    PerlTiming On
                </Location>
                <Location "/t/log">
                    PerlTiming Log
                </Location>
                <Location "/t/off">
                    PerlTiming Off
                </Location>
                CONF
        },
    );
}

# All values of the header, among them the program's own.
sub header_of ($response) {
    my @values = $response->raw =~ /^Server-Timing: (.*?)\r\n/img;
    return join ', ', @values;
}

sub logged ($h, $path) {
    for (1 .. 600) {
        my ($line)
            = read_file($h->root . '/logs/timing') =~ /^\Q$path\E (.*)/m;
        return $line if defined $line;
        select undef, undef, undef, 0.05;
    }
    return 'nothing';
}

my $ENTRY = qr/dur=[\d.]+;cpu=[\d.]+/;

for my $way ([ 'prefork', '' ], [ 'event', "PerlUsePool default" ]) {
    my ($mpm)  = @$way;
    my $h      = timed_server(@$way);
    my $header = header_of(get($h, '/t'));
    like $header, qr/access;desc="My::Timed::access";$ENTRY/,
        "$mpm: a phase before the response";
    like $header,
        qr/response;desc="My::Timed";$ENTRY/,
        'the header has the time of the response';
    like $header, qr/own;dur=1/, "the header has the program's own time";
    my ($wall, $cpu, $all) = split / /, logged($h, '/t'), 3;
    cmp_ok $wall, '>=', 29,    'the log has the time of a handler';
    cmp_ok $cpu,  '<',  $wall, 'the log has less processor time than time';
    my $late = $mpm eq 'prefork' ? qr/, log My::Timed::late/ : qr//;
    like $all, qr{access My::Timed::access [\d.]+/[\d.]+, response .*$late},
        'the log has the times of all handlers';

    like header_of(get($h, '/t?die')), qr/response;/,
        'the header has the time of a handler that dies';
    unlike header_of(get($h, '/t/log')), qr/response/,
        'PerlTiming Log sends no header';
    like logged($h, '/t/log'), qr/response My::Timed/,
        'PerlTiming Log makes a note';
    unlike header_of(get($h, '/t/off')), qr/response/,
        'PerlTiming Off sends no header';
    like logged($h, '/t/off'), qr/\A- - -/, 'PerlTiming Off makes no note';
}

my $refused = server(config => 'PerlTiming Perhaps', start => 0);
eval { $refused->start };
like $@ . $refused->error_log, qr/takes On, Log or Off/,
    'PerlTiming takes no other word';
done_testing;
