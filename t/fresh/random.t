# What must not be the same in two runs, and what is in a process just once.

use v5.36;
use File::Temp qw(tempdir);
use Test::More;
use Mehari::Test;
use Mehari::Test::Fresh;

plan skip_all => fresh_missing() if fresh_missing();

my $folder = tempdir(CLEANUP => 1);

# What ten runs of a program print, without what is printed twice.
sub different ($name, $text) {
    my ($runs) = fresh_runs(10, write_file("$folder/$name.pl", $text));
    my %seen = map { $_->{out} => 1 } @$runs[ 1 .. 10 ];
    return scalar keys %seen;
}

is different(rand => 'print rand'), 10, 'random numbers';
is different(shuffle => 'use List::Util "shuffle"; print shuffle 1 .. 20'),
    10, 'shuffled lists';
is different(srand => 'print srand'),         10, 'seeds';
is different(same  => 'srand 4; print rand'), 1,  'but for the same seed';
is different(begin => 'BEGIN { rand } print rand'), 10, 'nor after BEGIN';
is different(time  => 'use Time::HiRes "time"; print time'), 10, 'the time';
is different(
    tempfile => 'use File::Temp; my $f = File::Temp->new; print "$f"; '
        . 'unlink "$f"; die if -e "$f"'),
    10, 'names of temporary files';
done_testing;
