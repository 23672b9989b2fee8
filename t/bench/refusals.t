# A command line that cannot be understood: one sentence, exit status 2; a
# missing program or file: exit status 1.

use Mehari::Test;
use File::Temp;
use Mehari::Bench::Site qw(engine_problem);
use Mehari::Test::Bench;

sub refused ($status, $pattern, @args) {
    my ($got, $out, $err) = Mehari::Test::Bench::bench(@args);
    is $got, $status, "@args: exit status $status";
    is $out, '',      'a wrong call of mehari bench prints nothing';
    my @lines = grep { !/^mehari: (?:left out|noisy): / } split /^/, $err;
    is scalar @lines, 1,
        'a wrong call of mehari bench is answered with one sentence'
        or diag $err;
    like $lines[0], qr/\Amehari: .*$pattern/,
        'a wrong call of mehari bench is told why';
    return;
}

refused(2, 'there is no option --nope',                '--nope');
refused(2, 'choose from classic perl-cgi peers psgi ', qw(--suite nope));
refused(2, 'choose from cgi perl-cgi perlrun',         qw(--mode nope));
refused(2, 'choose from mehari mod_perl',              qw(--engines nope));
refused(2, '--rounds wants a number above 0',          qw(--rounds 0));
refused(2, '--client wants wrk or ab',                 qw(--client telnet));
refused(2, '--ignore wants a pattern',                 '--ignore', '(');
refused(2, 'one SCRIPT at a time, or URLs',            qw(a.pl b.pl));
refused(2, 'must be of one server', qw(http://a.example/ http://b.example/));
refused(2, '--rate is for URLs',    qw(--rate 5 a.pl));
refused(2, '--rate needs httperf',  qw(--rate 5 --client wrk http://a.test/));
refused(2, 'ab asks for one URL', qw(--client ab --timeout 1 http://a.test/));
refused(2, '--compare wants two', qw(--compare a.json));
refused(1, 'Cannot read',         qw(--compare /nonexistent/a b));
refused(1, 'Cannot write',        qw(--save /nonexistent/a http://a.test/));
refused(1, 'there is no file',    '/nonexistent/script.pl');
refused(1, 'Cannot write',        qw(--html /nonexistent/report.html));

subtest 'a module that cannot be loaded' => sub {
    is engine_problem('mehari'), undef, 'mehari can be measured';
    my $broken = File::Temp->new(SUFFIX => '.so');
    print {$broken} "no library\n";
    close $broken;
    local $ENV{MEHARI_MODULE} = "$broken";
    like engine_problem('mehari'), qr/\ACannot load \Q$broken\E .*\.\z/,
        'a module that cannot be loaded is left out, with the reason';
};

done_testing;
