# Random programs: by perl-cgi, each prints the same as in a new perl that
# mod_cgi has started.
#
# MEHARI_FUZZ_SEED is the first one's seed, MEHARI_FUZZ_SECONDS how long,
# MEHARI_FUZZ_CONFIG lines for perl-cgi.

use Mehari::Test;
use Time::HiRes qw(time);
use Mehari::Test::Generator;
use constant { BATCH => 8, RUNS => 3 };

my $HEAD = 'print "Content-Type: text/plain\n\n";';

my $seed    = $ENV{MEHARI_FUZZ_SEED}    // int rand 1_000_000;
my $seconds = $ENV{MEHARI_FUZZ_SECONDS} // 5;
my $h       = site();
my $root    = $h->document_root;
my $until   = time + $seconds;
my ($failed, $count) = (0, 0);

# Limits, because a random program may never end, or want all memory. A
# sanitizer maps more than any limit allows.
sub site () {
    my $limit = $ENV{MEHARI_PRELOAD} ? '' : 'RLimitMEM 400000000';
    my $more  = $ENV{MEHARI_FUZZ_CONFIG} // '';
    return server(
        mpm     => 'prefork',
        modules => ['cgi'],
        workers => 1,
        config  => <<~"CONF",
            Timeout 20
            $limit
            Alias "/cgi" "\${DOCUMENT_ROOT}"
            Alias "/perl" "\${DOCUMENT_ROOT}"
            <Directory "\${DOCUMENT_ROOT}">
                Options +ExecCGI
            </Directory>
            <Location "/cgi">
                SetHandler cgi-script
            </Location>
            <Location "/perl">
                SetHandler perl-cgi
                $more
            </Location>
            CONF
    );
}

sub place ($number) {
    my $made = generate($number, "$root/$number.lib");
    write_file("$root/$number.pl", "#!$^X\n$HEAD\n$made->{text}", 0755);
    write_file("$root/$number.lib", $made->{library_text});
    return;
}

# The output of a new perl. undef if there is nothing to compare: the program
# prints while it is compiled, needs too much memory, or does not end by itself.
sub by_perl ($number) {
    my $mark     = $h->error_log_mark;
    my $response = get($h, "/cgi/$number.pl");
    return undef if $response->status != 200;
    return undef
        if $h->error_log_since($mark) =~ /Out of memory|Timeout|AH01220/;
    return plain($response->body);
}

# The output without addresses and without values of the moment.
sub plain ($text) {
    return $text =~ s/\(0x[0-9a-f]+\)/(0x)/gr =~ s/\(eval \d+\)/(eval)/gr
        =~ s/\b\d\d:\d\d:\d\d\b/(time)/gr;
}

diag "seed $seed";
while (time < $until && $failed < 5) {
    my %expected;
    while (keys %expected < BATCH) {
        my $number = $seed++;
        place($number);
        my $text = by_perl($number);
        unlink "$root/$number.pl", "$root/$number.lib" if !defined $text;
        $expected{$number} = $text if defined $text;
    }

    # Runs the programs in turn, so that each meets what the others have left.
    my %differs;
    for (1 .. RUNS) {
        for my $number (sort keys %expected) {
            my $got = plain(get($h, "/perl/$number.pl")->body);
            $differs{$number} //= $got if $got ne $expected{$number};
        }
    }
    $count += keys %expected;
    for my $number (sort keys %expected) {
        if (!defined $differs{$number}) {
            unlink "$root/$number.pl", "$root/$number.lib";
            next;
        }
        $failed++;
        is $differs{$number}, $expected{$number},
            "seed $number gives the expected difference";
    }
}
ok $count > 0, "$count random programs were run";
done_testing;
