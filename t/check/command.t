# The command: wrong command lines, the requests, the output, and the end.

use Mehari::Test;
use Time::HiRes            qw(sleep time);
use Mehari::Httpd::Process ();
use Mehari::Test::Check;
use Mehari::Test::Serve;

my $HEAD = qq(print "Content-Type: text/plain\\n\\n";\n);
my $dir  = Mehari::Test::Check::site(
    'echo.pl' => <<~"PERL",
        #!/usr/bin/perl
        use CGI;
        my \$q = CGI->new;
        my \$seen = 1 + (\$q->cookie('seen') // 0);
        print \$q->header(-type => 'text/plain',
            -cookie => \$q->cookie(-name => 'seen', -value => \$seen));
        print "\$ENV{REQUEST_METHOD} seen \$seen\\n";
        \$posted = \$q->param('name') if \$q->request_method eq 'POST';
        print "posted \$posted at \$ENV{HTTP_HOST} \$ENV{SCRIPT_NAME}\\n";
        PERL
    'silent.pl' => "#!/usr/bin/perl\n${HEAD}print qq(nothing\\n);\n",
    'own.conf'  => [ 0644, "SetEnv GIVEN a_value\n" ],
    'given.pl'  => "#!/usr/bin/perl\n${HEAD}print qq(\$ENV{GIVEN}\\n);\n",
);

# --- wrong command lines
# ----------------------------------------------------------

sub refused ($expected, $says, @args) {
    my ($status, $out, $err) = Mehari::Test::Check::check(@args);
    is $status, $expected, "@args: exit status $expected";
    like $err, qr/\Amehari: .*$says.*\n\z/,
        'a wrong call is answered with one sentence';
    is $out, '', 'a wrong call prints nothing else';
    return;
}

refused(2, 'name a directory of scripts');
refused(2, 'there is no option --nope',       '--nope',   "$dir");
refused(2, '--rounds wants a number above 0', '--rounds', 0,         "$dir");
refused(2, 'there is no mode "mod_cgi"',      '--mode',   'mod_cgi', "$dir");
refused(2, 'exclude each other',  qw(--log a --requests b), "$dir");
refused(2, 'begins with a slash', qw(--url cgi-bin),        "$dir");
refused(1, 'there is no file or directory /nonexistent', '/nonexistent');
refused(1, 'Cannot read /nonexistent: .*MH5010',
    '--log', '/nonexistent', "$dir");
refused(1, '--also /nonexistent is not a dir.*MH5012',
    '--also', '/nonexistent', "$dir");
refused(
    1,
    'has no Perl scripts .*MH5001',
    Mehari::Test::Check::site('a.txt' => [ 0644, '' ]) . ''
);

# --- requests and output
# ----------------------------------------------------------

Mehari::Test::Serve::write_file("$dir/requests", <<~'TEXT');
    POST /cgi-bin/echo.pl name=${client}
    GET /cgi-bin/echo.pl
    GET /cgi-bin/given.pl
    TEXT
my @args = (
    '--requests' => "$dir/requests",
    '--config'   => "$dir/own.conf",
    "--mode"     => "perl-cgi,registry",
    qw(--rounds 2 --url /cgi-bin --host www.test),
    "$dir"
);
my ($status, $out, $err) = Mehari::Test::Check::check(@args);
is $status, 0,  'perl-cgi answers as mod_cgi';
is $err,    '', 'mehari check complains about nothing';
like $out,
    qr/: 2 scripts, 3 requests\. .* in 2 rounds: .* 12 requests to a new copy\.$/m,
    'the report says how much was done';
like $out, qr/^ +echo\.pl +[\d.]+ +[\d.]+ +differs$/m, 'a row of the table';
like $out, qr/^ +given\.pl +[\d.]+ +[\d.]+ +[\d.]+$/m,
    'the report has times of a script that agrees';
like $out, qr{
    ^\ \ echo\.pl\ under\ registry:\ GET\ /cgi-bin/echo\.pl,\ round\ 1,
    \ client\ A,\ line\ 2,\ and\ 3\ more\ differences\ \[MH5203\]\n
    \ \ \ \ mod_cgi\ \ \ "posted\ \ at\ www\.test\ /cgi-bin/echo\.pl"\n
    \ \ \ \ registry\ \ "posted\ B\ at\ www\.test\ /cgi-bin/echo\.pl"\n
    }mx, 'the difference is the name that the other client has sent';
like $out, qr/no request was for silent\.pl: .* \[MH5104\]$/m,
    'a script that was not asked has no requests';
# --- scripts that do not answer
# ---------------------------------------------------

# The next request is served, although only one process serves.
Mehari::Test::Serve::write_file("$dir/hangs.pl",
    "#!/usr/bin/perl\nsleep 100;\n", 0755);
my ($report)
    = Mehari::Test::Check::report(qw(--rounds 2 --mode perl-cgi --timeout 2),
    "$dir");
is $report->{script}{'hangs.pl'}{status}, 599,
    'a script that hangs has no answer';
is $report->{script}{'silent.pl'}{status}, 200, 'the next script is answered';
is $report->{script}{$_}{modes}{'perl-cgi'}{differences}, 0,
    "$_ agrees in all ways"
    for qw(echo.pl hangs.pl silent.pl);
like join("\n", @{ $report->{notes} }), qr/sent in one round only \[MH5107\]/,
    'asked in one round';
unlink "$dir/hangs.pl";

# --- the end ------------------------------------------------------------------

# Ctrl-C is sent to the whole process group.
Mehari::Test::Serve::write_file("$dir/endless.pl",
    "#!/usr/bin/perl\n${HEAD}\$| = 1; print qq(x\\n) while sleep 1;\n", 0755);
for my $signal (qw(INT TERM)) {
    my $logs = File::Temp->newdir;
    my $tmp  = Mehari::Test::Serve::public_dir();
    my $pid  = Mehari::Test::Serve::spawn($logs, $tmp, 'check', "$dir");
    my $end  = time + 30;
    my @httpd;
    until (@httpd || time > $end) {
        @httpd = glob "$tmp/*/logs/httpd.pid";
        sleep 0.05;
    }
    my ($leader) = Mehari::Test::Serve::read_file($httpd[0] // '') =~ /(\d+)/;
    my @family   = Mehari::Httpd::Process::family_pids($leader // $pid);
    kill $signal => $signal eq 'INT' ? -$pid : $pid;
    waitpid $pid, 0;
    is $? >> 8, 130, "mehari check is ended by $signal";
    is_deeply [ glob "$tmp/*" ], [], 'no file is left after a signal';
    is_deeply [ Mehari::Test::Serve::running(@family) ], [],
        'no process stays after a signal';
}

done_testing;
