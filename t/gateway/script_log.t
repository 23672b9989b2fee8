# ScriptLog: the same entries as mod_cgi's.

use Mehari::Test;
use Mehari::Test::Gateway;
use Mehari::Test::Pair;

my @pair = pair(config => <<~'CONF');
    ScriptLog "${ROOT}/tmp/script_log"
    ScriptLogBuffer 20
    <Files "closed.pl">
    Options -ExecCGI
    </Files>
    CONF

my %script = (
    'bad.pl'    => 'print "this is no header\nrest of it\nand more\n"',
    'broken.pl' => 'print "X-Mine: 1\nContent-Type: text/plain\n";',
    'closed.pl' => 'print "Content-Type: text/plain\n\nnot to be run\n"',
    'dies.pl'   => 'die "on purpose\n"',
    'good.pl'   => 'print "Content-Type: text/plain\n\nfine\n"',
    'large.pl'  => 'print "no header\n", "x" x 100_000, "\n"',
    'noisy.pl'  => 'warn "one\n"; print "X: y\nnone\nmore\n"; warn "two\n"',
    'reads.pl'  => 'my @body = <STDIN>; print "no header\n"',
    'says.pl'   => 'print STDERR "one\ntwo\n"; print "X: y\n\npage\n"',
    'silent.pl' => '',
    'status.pl' => 'print "Status: 999 Odd\nX-Mine: 1\n\npage\n"',
    'syntax.pl' => 'print "Content-Type: text/plain\n\n"; }',
);
script($pair[0], $_, $script{$_}) for keys %script;

my %request = (
    'GET'    => [],
    'POST'   => [ method  => 'POST', body => "first\n" . 'y' x 50 ],
    'PUT'    => [ method  => 'PUT',  body => 'put' ],
    'Cookie' => [ headers => { Cookie => 'a=b' } ],
);

# The log without details that vary (the places where output was cut into
# pieces), and without the message for files that may not run
# (docs/differences.md).
sub log_of ($h) {
    my $text = eval { read_file($h->root . '/tmp/script_log') } // '';
    return $text =~ s/^%% \[.*?\]/%% [now]/gmr =~ s/x\nx/xx/gr
        =~ s/^(%% 40[34] .*\n%error\n).*/$1<why>/gmr;
}

# The lines that a request adds, which are there before the response is whole.
sub added ($path, $request) {
    return sub ($h) {
        my $before = length log_of($h);
        my $status = get($h, $path, @$request)->status;
        return "$status\n" . substr log_of($h), $before;
    };
}

for my $name (sort(keys %script), 'missing.pl') {
    for my $how (sort keys %request) {
        my ($theirs, $ours)
            = both(\@pair, added("/$name?q", $request{$how}));
        is $ours, $theirs, "$name has the same script log, $how";
    }
}

my $size = -s $pair[1]->root . '/tmp/script_log';
cmp_ok $size, '>', 10_000, 'the logs to compare are not empty';

done_testing;
