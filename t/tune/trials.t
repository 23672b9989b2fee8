# Settings are tried in turns, as often as time allows. The clock is ours.

use Mehari::Test;
use Mehari::Tune::Census;
use Mehari::Tune::Trials;

sub planned (@args) { return [ Mehari::Tune::Trials::plan(@args) ] }

is_deeply planned(4, 2, 40), [ 4, 5 ], 'four settings, five rounds';
is_deeply planned(4, 2, 400), [ 4, 7 ],
    'no more rounds are planned than say something';
is_deeply planned(4, 2, 20), [ 2, 5 ],
    'fewer settings rather than few rounds';
is_deeply planned(4, 9, 20), [ 1, 2 ], 'one setting at least is planned';
is_deeply planned(4, 9, 2),  [ 1, 1 ], 'one round at least is planned';

my ($now, $each, @tried, @said) = (1000, 2);
my $trials = Mehari::Tune::Trials->new(
    clock    => sub { $now },
    progress => sub ($text) { push @said, $text },
    trial    => sub ($setting) {
        push @tried, $setting->{name};
        $now += $each;
        return map {
            {
                concurrency => $_,
                completed   => 10,
                failed      => 0,
                rps         => $now,
                p99         => 1
            }
        } 2, 8;
    },
);
my @settings = map { { name => $_ } } qw(a b c);

my ($rows, @left) = $trials->run(\@settings, 2, 24);
is_deeply \@tried, [qw(a b c b c a c a b a b c)],
    'the trials are in turns, each time in another order';
is_deeply \@left, [], 'no setting was left out';
is_deeply [ map { "$_->{setting}{name}$_->{concurrency}" } @$rows ],
    [qw(a2 a8 b2 b8 c2 c8)], 'a row for each setting and concurrency';
is $rows->[0]{requests},        40, 'the row of a setting has all requests';
is scalar @{ $rows->[0]{rps} }, 4,  'the row of a setting has each round';
is $said[0], 'a, round 1 of 4; 24 s left',
    'the progress has rounds and the time that is left';
is $said[-1], 'c, round 4 of 4; 2 s left', 'the progress goes to the end';

@tried = ();
($rows, @left) = $trials->run(\@settings, 2, 8);
is_deeply \@tried, [qw(a a a a)], 'little time: one setting';
is_deeply [ map { $_->{name} } @left ], [qw(b c)],
    'the settings that were left out are named';

# A machine that turns out slower than the plan.
@tried = ();
$each  = 10;
$trials->run(\@settings, 2, 24);
is_deeply \@tried, [qw(a b)], 'a trial that takes longer ends in time';

my $listeners = <<'TEXT';
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt uid
   0: 0100007F:1F90 00000000:0000 0A 0:0 0:0 0 0 0 4711
   1: 0100007F:1F90 0100007F:9C40 01 0:0 0:0 0 0 0 4712
   2: 00000000:0050 00000000:0000 0A 0:0 0:0 0 0 0 4713
TEXT
is_deeply [ Mehari::Tune::Census::listener_in($listeners, 8080) ], [4711],
    'the socket that listens on a port';

done_testing;
