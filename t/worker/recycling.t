# The time at which a new worker replaces an old one. No client notices.

use Mehari::Test;
use Mehari::Test::Worker;

# The processes that serve one request after the other.
sub pids ($h, $count, $what = 'pid') {
    return map { (split / /, body($h, $what))[0] =~ s/\n//r } 1 .. $count;
}

sub different (@pid) {
    my %seen;
    return scalar grep { !$seen{$_}++ } @pid;
}

subtest 'after so many requests' => sub {
    my $h   = worker_server(perl_pool => 'workers=1 requests=10');
    my @pid = pids($h, 60);
    my $n   = different(@pid);
    cmp_ok $n, '>=', 5,
        'sixty requests take at least five workers of ten requests';
    cmp_ok $n, '<=', 8,
        'sixty requests take at most eight workers of ten requests';
};

subtest 'when it has grown' => sub {
    my $h = worker_server(perl_pool => 'workers=1 growth=8M');
    is different(pids($h, 64, 'grow&1000')), 1,
        'a worker that has grown by a little stays';
    is different(pids($h, 64, 'grow&1000000')), 4,
        'a look after each 16 requests';
};

subtest 'at an age' => sub {
    my $h = worker_server(perl_pool => 'workers=1 age=2');
    my ($first) = pids($h, 1);
    sleep 3;    # the time is what ends it
    is + (pids($h, 1))[0], $first, 'a worker is not ended before its request';
    isnt + (pids($h, 1))[0], $first, 'a worker is ended after its request';
};

subtest '$r->child_terminate' => sub {
    my $h = worker_server(perl_pool => 'workers=1');
    is different(pids($h, 4, 'retire')), 4,
        'a worker that calls child_terminate serves one request';
};

subtest 'without limits' => sub {
    my $h = worker_server(perl_pool => 'workers=1 requests=0 growth=0');
    is different(pids($h, 40, 'grow&1000000')), 1,
        'a worker without limits stays';
};

done_testing;
