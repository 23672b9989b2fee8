# Apache::DB debugs a handler and a Registry script in the terminal of
# `httpd -X`, as its manual says: it stops where the handler begins, steps,
# shows variables, and breaks at a sub and where the script says so.
# With MEHARI_TEST_MODULE=mod_perl the same holds for mod_perl.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Terminal;

plan skip_all => Mehari::Test::Terminal::missing()
    if Mehari::Test::Terminal::missing();
system(
    "$^X -e 'require q{Apache/DB.pm}' 2>&1 | grep -q 'Can.t locate Apache'")
    or plan skip_all => 'Apache::DB is not installed';

my $MODULE = $ENV{MEHARI_TEST_MODULE} // 'mehari';

my %FILE = (
    'lib/Sum.pm' => <<~'PERL',
        package Sum;
        use v5.32; use warnings; use feature 'signatures'; no warnings 'experimental::signatures';
        use Apache2::RequestRec ();
        use Apache2::RequestIO  ();

        sub handler {
            my $r     = shift;
            my $water = 1;
            my $sum   = add($water, 41);
            $r->content_type('text/plain');
            $r->print("sum $sum\n");
            return 0;
        }

        sub add {
            my ($one, $other) = @_;
            my $sum = $one + $other;
            return $sum;
        }

        1;
        PERL
    'lib/db.pl' => <<~'PERL',
        use File::Basename qw(dirname);
        use lib dirname(__FILE__);
        use APR::Pool  ();
        use Apache::DB ();
        Apache::DB->init;
        1;
        PERL
    'perl/well.pl' => <<~'PERL',
        my $depth = 2;
        $DB::single = 1;
        my $more = $depth * 21;
        print "Content-Type: text/plain\n\n";
        print "depth $more\n";
        PERL
);

my $terminal;

sub configured ($mpm) {
    my $h = server(
        module   => $MODULE,
        mpm      => $mpm,
        modules  => ['alias'],
        start    => 0,
        files    => \%FILE,
        handlers => { '/plain' => [ 'Sum', 'PerlFixupHandler +Apache::DB' ] },
        config   => <<~'CONF',
            PerlRequire htdocs/lib/db.pl
            PerlModule Sum
            <Location /sum>
                PerlFixupHandler Apache::DB
                SetHandler perl-script
                PerlResponseHandler Sum
            </Location>
            <Location /perl>
                PerlFixupHandler +Apache::DB
                SetHandler perl-script
                PerlResponseHandler ModPerl::Registry
                PerlOptions +ParseHeaders
                Options +ExecCGI
            </Location>
            CONF
    );
    $h->write_config;
    return $h;
}

sub started ($h) {
    $terminal
        = Mehari::Test::Terminal->new($h->environment, $h->command('-X'));
    my $end = time + 30;
    while (time < $end && !-s $h->pid_file) {
        sleep 0.05;
        !defined $terminal->wait_for_end
            or die "httpd has ended:\n", $h->error_log;
    }
    return;
}

sub see ($pattern) { return $terminal->see($pattern) }

# Asks the debugger something when it is ready, and looks for the answer.
sub type ($line, $pattern, $name) {
    return if !ok see(qr/DB<+\d+>+ /), "$name: it asks";
    $terminal->type($line);
    ok see($pattern), $name;
    return;
}

sub visitor ($h, $path) {
    open my $out, '-|', 'curl', '-s', '--max-time', 60,
        'http://127.0.0.1:' . $h->port . $path
        or die "curl: $!\n";
    return $out;
}

sub the_end_of ($answer, $text, $name) {
    ok see(qr/DB<+\d+>+ /), "$name: it asks at the end";
    $terminal->type('c');
    is join('', readline $answer), $text, "$name: the answer";
    return;
}

for my $mpm (qw(prefork event)) {
    my $h = configured($mpm);
    started($h);

    my $answer = visitor($h, '/sum');
    type('n',            qr/Sum\.pm:\d+\)/,    "$mpm, a handler: a step");
    type('n',            qr/my \$sum   = add/, '... the next one');
    type('p "<$water>"', qr/<1>/,              '... a variable');
    type('s',            qr/Sum::add\(/,       '... into a sub');
    type('T',            qr/= Sum::handler\(/, '... the stack');
    the_end_of($answer, "sum 42\n", $mpm);

    $answer = visitor($h, '/plain');
    type('b Sum::add', qr//,           "$mpm, modperl: a breakpoint");
    type('c',          qr/Sum::add\(/, '... where it stops');
    the_end_of($answer, "sum 42\n", "$mpm, modperl");

    for my $round (1, 2) {
        $answer = visitor($h, '/perl/well.pl');
        see(qr/DB<+\d+>+ /);
        $terminal->type('c');
        ok see(qr{perl/well\.pl:3\)}),
            "$mpm, Registry, $round: stops where the script says so";
        type('p "<$depth>"', qr/<2>/, '... a lexical');
        the_end_of($answer, "depth 42\n", "$mpm, Registry, $round");
    }
    $terminal->stop('KILL');
}

done_testing;
