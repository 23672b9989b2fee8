# The index page: the first run of a script compiles it. It is marked, and is
# compared with nothing; a median stands beside each ratio.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Serve::Index;
use Mehari::Serve::Runs;

my $dir = tempdir(CLEANUP => 1);
my $now = time;

# Lines of the log: age in seconds, milliseconds, status.
sub runs (%runs) {
    my $log = '';
    for my $mode (sort keys %runs) {
        for my $run ($runs{$mode}->@*) {
            my ($age, $ms, $status) = @$run;
            $log .= sprintf "%d %d %d 127.0.0.1 GET [] /%s/a.pl\n",
                ($now - $age) * 1e6, $ms * 1e3, $status // 200, $mode;
        }
    }
    write_file("$dir/runs", $log);
    return Mehari::Serve::Runs->read("$dir/runs",
        { map { $_ => { 'a.pl' => 1 } } qw(mod_cgi cgi) });
}

my $group = {
    kind  => 'script',
    modes => [
        { name => 'cgi',     title => 'perl-cgi', set => 'perl-cgi' },
        { name => 'mod_cgi', title => 'mod_cgi',  set => '', base => 1 },
    ],
};

# The cells of the two modes, as text.
sub cells ($changed, %runs) {
    my $item = { name => 'a.pl', says => '', changed => $now - $changed };
    my $html = Mehari::Serve::Index::row($group, $item, runs(%runs));
    return
        map { s/<[^>]*>//gr =~ s/&nbsp;/ /gr =~ s/&times;/x/gr }
        $html =~ m{(<td.*?</td>)}g;
}

my ($perl, $cgi) = cells(
    1000,
    cgi     => [ [ 40, 30 ] ],
    mod_cgi => [ [ 40, 20 ], [ 30, 10 ] ]
);
is $perl, '30.0 msfirst run, 40 seconds ago',
    'a first run is marked, and not compared';
is $cgi, '10.0 msmedian 10.0 ms, 30 seconds ago',
    'the base has a median without its first run, and no ratio';

($perl) = cells(
    1000,
    cgi     => [ [ 40, 300 ], [ 30, 2 ], [ 20, 2 ] ],
    mod_cgi => [ [ 40, 90 ],  [ 30, 10 ] ]
);
is $perl, '2.00 ms5.0x median 2.00 ms, 20 seconds ago',
    'the first run is in no median, and the median stands beside its ratio';

($perl) = cells(
    25,
    cgi     => [ [ 40, 300 ], [ 30, 2 ], [ 20, 280 ], [ 10, 2 ] ],
    mod_cgi => [ [ 40, 90 ],  [ 30, 10 ] ]
);
is $perl, '2.00 ms5.0x median 2.00 ms, 10 seconds ago',
    'the first run after a change is a first run';

($perl) = cells(1000, cgi => [ [ 40, 3 ], [ 20, 4 ] ], mod_cgi => []);
is $perl, '4.00 msmedian 4.00 ms, 20 seconds ago',
    'without runs of the base there is no ratio';

($perl) = cells(
    1000,
    cgi     => [ [ 40, 3 ], [ 20, 4 ] ],
    mod_cgi => [ [ 40, 90 ] ]
);
unlike $perl, qr/x median/,
    'a first run of the base is compared with nothing';

done_testing;
