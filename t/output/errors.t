# Text printed on STDERR is in the error log as soon as the response is there,
# even through a layer with a buffer (binmode): in processes, threads and a
# pool's workers.

use Mehari::Test;
use Mehari::Test::Worker;

sub speak ($r) {
    state $count = 0;
    binmode STDERR, ':encoding(UTF-8)' if !$count;
    $count++;
    print STDERR "plain $count ", $r->args, "\n";
    printf STDERR "formatted %s\n", $r->args;
    $r->print('done');
    return 0;
}

my %server = (
    prefork => sub (%option) { server(mpm => 'prefork', %option) },
    event   => sub (%option) { server(mpm => 'event',   %option) },
    pool    => sub (%option) {
        worker_server(perl_pool => 'workers=1', %option);
    },
);
for my $name (sort keys %server) {
    my $h = $server{$name}->(
        workers  => 1,
        handlers => {
            '/modperl' => \&speak,
            '/script'  => [ \&speak, 'SetHandler perl-script' ],
        },
    );
    for my $way (qw(modperl script)) {
        my $mark = $h->error_log_mark;
        my ($first, $second) = map { get($h, "/$way?$_-$way")->body } 'one',
            'two';
        is $second, 'done', "$name, $way: the response";
        for my $request ("one-$way", "two-$way") {
            log_like(
                $h, $mark,
                qr/plain \d+ $request/,
                "the log of $name under $way names $request"
            );
            log_like(
                $h, $mark,
                qr/formatted $request/,
                "$name, $way: $request, by printf"
            );
        }
    }
}

done_testing;
