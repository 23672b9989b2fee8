# Pages are compared before anything is measured; lines that name the mode may
# differ, nothing else may.

use Mehari::Test;
use Mehari::Bench::Check qw(difference);
use Mehari::Test::Bench;

my $ignore   = '^MOD_PERL:';
my $LEFT_OUT = ' (--ignore PATTERN names lines that may differ)';

sub compare ($body, $status = 200) {
    return difference({ status => $status, reason => 'Oops', body => $body },
        { status => 200, body => "a\nMOD_PERL: \nb\n" }, $ignore);
}

is compare("a\nMOD_PERL: \nb\n"), undef,
    'a page that differs in MOD_PERL is the same';
is compare("a\nMOD_PERL: 2.0\nb\n"), undef, 'a line that names the mode';
is compare("a\r\nMOD_PERL: \r\nb\n"), undef,
    'a page that differs in line ends is the same';
is compare("a\nMOD_PERL: \nc\n"),
    qq(line 3 of the page is "c", not "b"$LEFT_OUT),
    'another line in a page is named';
is compare("a\nMOD_PERL: \n"), qq(line 3 of the page is "", not "b"$LEFT_OUT),
    'a line too few';
is compare("a\nMOD_PERL: \nb\nc\n"),
    qq(line 4 of the page is "c", not ""$LEFT_OUT),
    'a line too many';
is compare("a\nMOD_PERL: \nb\n", 500), 'status 500 Oops',
    'another status of a page is named';
unlike compare("\e[2J\nMOD_PERL: \nb\n"), qr/\e/,
    "a page's control characters are not shown";

# The page of a mode, which names its own place.
sub place_of ($mode, $port) {
    my $url = "http://127.0.0.1:$port/$mode/page";
    return {
        status => 200,
        url    => $url,
        body   => "at $url,\n<a href='/$mode/page#end'>"
    };
}

is difference(place_of('perl-cgi', 8001), place_of('cgi', 8002), $ignore),
    undef, 'pages that differ in their own place are the same';

SKIP: {
    my $missing = Mehari::Test::Bench::missing();
    skip $missing, 8 if defined $missing;

    my $counter = Mehari::Test::Bench::script(<<'PERL');
our $counter;
$counter++;
print "Content-Type: text/plain\n\ncounted $counter\n";
PERL
    my ($status, $report)
        = Mehari::Test::Bench::report($counter, '--mode', 'cgi,registry');
    is $status, 1, 'a script that counts: exit status 1';
    my ($cgi, @registry) = @{ $report->{setups}[0]{cells} };
    is $cgi->{state}, 'measured', 'the script is measured under mod_cgi';
    is $registry[0]{state}, 'refused',
        'the script is not measured under Registry';
    like $registry[0]{refused}, qr/"counted 2", not "counted 1"/,
        'Registry is refused because of its page';
    is_deeply $registry[0]{rounds}, [], 'a refused mode is not run';
    is $registry[0]{rps}, undef, 'a refused mode has no speed';

    ($status, $report)
        = Mehari::Test::Bench::report($counter,
        '--mode', 'cgi,registry', '--ignore', '^counted');
    is $status, 0, 'allowed by --ignore: exit status 0';
    is $report->{setups}[0]{cells}[1]{state}, 'measured',
        'Registry is measured with another page';
}

# Text that changes by itself is no difference; text that changes with the
# mode is one.
my $quote = qr/^never/;
my @asked = map { { status => 200, body => "pid $_\nat $_ s\nsum 7\n" } } 11,
    12;
my $pattern = Mehari::Bench::Check::pattern_of($quote, @asked);
my $other   = { status => 200, body => "pid 99\nat 4 s\nsum 7\n" };
is difference($other, $asked[0], $quote, $pattern), undef,
    'a number that changes by itself may differ';
like difference(
    { %$other, body => "pid 99\nat 4 s\nsum 8\n" },
    $asked[0], $quote, $pattern
    ),
    qr/\Aline 3 of the page is "sum 8", not "sum 7"/,
    'a line that does not change by itself may not';
is_deeply Mehari::Bench::Check::changing($quote, $asked[0], $pattern),
    { changing => 2, lines => 4 }, 'the lines that change are counted';

SKIP: {
    my $missing = Mehari::Test::Bench::missing();
    skip $missing, 4 if defined $missing;
    my $changes = Mehari::Test::Bench::script(<<'PERL');
print "Content-Type: text/plain\n\npid $$, at ", time, "\n", rand, "\nthe end\n";
PERL
    my ($status, $report)
        = Mehari::Test::Bench::report($changes, '--mode', 'cgi,registry');
    is $status, 0, 'a page with a process number and a time: exit status 0';
    my ($cgi, $registry) = @{ $report->{setups}[0]{cells} };
    is $registry->{state}, 'measured',
        'Registry is measured with such a page';
    is $cgi->{changing}{changing}, 2, 'the report counts the lines';
    my (undef, $out)
        = Mehari::Test::Bench::bench('--duration', 1, '--rounds', 1,
        '--mode', 'cgi', $changes);
    like $out, qr/^  not compared: 2 of the page's 4 lines, which change by/m,
        'the text, too';
    my ($head) = $out =~ /^  (mode .*)$/m;
    is $head, 'mode req/s +-% ms alone CPU us x mod_cgi',
        'the text has five columns'
        if ($head //= '') =~ s/\s+/ /g;
}

like difference({ status => 200, body => 'pid 1' },
    { status => 200, body => 'pid 2' }, qr/^never/),
    qr/--ignore PATTERN/, 'the option for such lines is named';

done_testing;
