# mehari explain.

use Mehari::Test;
use File::Temp qw(tempdir);
use JSON::PP   ();
use Mehari::Command;

my $mehari = source_root() . '/bin/mehari';
my $dir    = tempdir(CLEANUP => 1);
write_file("$dir/plain.pl",
    "#!/usr/bin/perl\nprint \"Content-Type: text/plain\\n\\nhello\\n\";\n",
    0755);
write_file("$dir/counter.cgi",
    "#!/usr/bin/perl\nmy \$counter = 0;\nsub up { \$counter++ }\nup();\n",
    0755);
mkdir "$dir/sub";
write_file("$dir/sub/asks", "#!/usr/bin/perl\nprint times;\n", 0755);
write_file("$dir/ran.pl",
    "#!/usr/bin/perl\nopen my \$f, '>', '$dir/has-run';\n");
write_file("$dir/notes.txt", "no script\n");

# (output, errors, exit status)
sub run (@args) {
    my $command = join ' ', map { "'$_'" } $mehari, 'explain', @args;
    my $out     = `$command 2>$dir/err </dev/null`;
    return ($out, read_file("$dir/err"), $? >> 8);
}

my ($out, $err, $status) = run("$dir/plain.pl", "$dir/counter.cgi");
is $status, 0,         'mehari explain of two scripts exits with 0';
is $out,    <<~"TEXT", 'mehari explain prints each finding';
    $dir/plain.pl: no findings
    $dir/counter.cgi: 1 finding
      differs under Registry, PerlRun, or in a handler:
        $dir/counter.cgi:3 `\$counter` is captured by sub up: under Registry the second request sees the first one's value [MH4101]
    TEXT
like $err, qr/runs the BEGIN blocks/, 'a note says that BEGIN blocks run';
like $err, qr/^Findings in 1 of 2/m,  'a note has the number of findings';

($out, $err, $status) = run($dir);
is_deeply [ $out =~ m{^\Q$dir\E/(\S+): }gm ],
    [qw(counter.cgi plain.pl ran.pl sub/asks)], 'scripts of a directory';
like $out, qr{sub/asks:2 calls times.* \[MH4206\]},
    'a finding has file, line and message';
ok !-e "$dir/has-run", 'mehari explain runs no program';

($out) = run('--quiet', $dir);
unlike $out, qr/^ /m, '--quiet leaves out the explanations';

($out, $err, $status) = run('--json', "$dir/sub/asks");
is $status, 0, '--json has the same exit status';
my $data = JSON::PP->new->decode($out);
is_deeply [
    @{ $data->{scripts}[0]{findings}[-1] }{qw(about code line subject)} ],
    [ 'registry', 'MH4206', 2, 'times' ], 'a message as data';

write_file("$dir/begin.pl",
    "#!/usr/bin/perl\nBEGIN { open my \$f, '>', '$dir/has-begun' }\n");
run("$dir/begin.pl");
ok -e "$dir/has-begun", 'mehari explain runs BEGIN blocks';
write_file("$dir/wrong.pl", "#!/usr/bin/perl\nsub {\n");
($out, $err, $status) = run("$dir/wrong.pl");
is $status, 1, 'a script that does not compile exits with 1';
like $out, qr/does not compile: .*\[MH4001\]/,
    'a script that does not compile is named';
write_file("$dir/wrong.pl", <<'PERL');
#!/usr/bin/perl -w
use strict;
my $name = 'x@example.org';
$name = "x@example.org";
my $name = "y";
PERL
($out) = run("$dir/wrong.pl");
like $out, qr/does not compile: Global symbol "\@example"/,
    'the error is shown, and not a warning before it';

($out, $err, $status) = run('MH4101', 'MH4203');
is $status, 0, 'mehari explain of messages exits with 0';
like $out, qr/^MH4101: .*^Remedy .*^MH4203: /ms,
    'mehari explain prints what messages mean';
($out) = run('4203');
like $out, qr/\AMH4203: fork$/m, 'a number is enough';
($out) = run('[perl:error] [pid 1] pool default: /x.pl is slow [MH3062]');
like $out, qr/\AMH3062: a slow script$/m,
    'mehari explain reads a line of the log';
($out) = run('[perl:error] [pid 1] MH3062: pool default: /x.pl is slow');
like $out, qr/\AMH3062: a slow script$/m, 'an old one too';
my $time = '[Mon Nov 23 00:16:38.783709 2026]';
my $died = 'no camel at /x.pl line 3.\\n';
($out) = run("$time [perl:error] [pid 1:tid 1] [client ::1:2] $died");
like $out, qr/\AMH2001\b/,
    'the message of a dead handler has no other number: MH2001';
($out) = run("$time [:error] [pid 1:tid 1] $died, referer: http://x/");
like $out, qr/\AMH2043\b/,
    'mehari explain reads how a script of Registry died: MH2043';
my @LOG = (
    [
        MH4327 => '[cgid:error] [pid 7:tid 8] [client ::1:2] End of script'
            . ' output before headers: x.pl'
    ],
    [
        MH4327 => '[cgi:error] [pid 7] Premature end of script headers: x.pl'
    ],
    [
        MH4328 => "[cgi:error] [pid 7] malformed header from script 'x.pl':"
            . ' Bad header: hello'
    ],
    [
        MH4321 => '[cgi:error] [pid 7] (13)Permission denied: AH01241: exec'
            . " of '/x.pl' failed"
    ],
    [
        MH4325 => '[cgi:error] [pid 7] (2)No such file or directory: AH01241:'
            . " exec of '/x.pl' failed"
    ],
    [
        MH4322 => '[cgi:error] [pid 7] (8)Exec format error: exec of'
            . " '/x.pl' failed"
    ],
    [
        MH4329 => '[cgi:error] [pid 7] AH01215: stderr from /x.pl: Can\'t'
            . ' open perl script "/x.pl": Permission denied'
    ],
    [
        MH4320 => "[cgid:error] [pid 7] AH01215: Can't locate No/Such.pm in"
            . ' @INC (you may need to install the No::Such module)'
    ],
    [
        MH4330 => "[cgid:error] [pid 7] AH01215: Can't locate lib.pl in"
            . ' @INC (@INC contains: /etc/perl) at /x.pl line 2.'
    ],
    [
        MH4330 => '[cgi:error] [pid 7] AH01215: do "lib.pl" failed, \'.\' is'
            . ' no longer in @INC; did you mean do "./lib.pl"? at /x.pl line 2.'
    ],
    [
        MH4331 => '[authz_core:error] [pid 7] AH01630: client denied by'
            . ' server configuration: /srv/x.pl'
    ],
    [
              MH4332 => "[core:error] [pid 7] (13)Permission denied: AH00035:"
            . " access to /x denied (filesystem path '/home/x') because"
            . ' search permissions are missing on a component of the path'
    ],
    [
        MH4333 => '[core:error] [pid 7] AH00037: Symbolic link not allowed'
            . ' or link target not accessible: /srv/x.pl'
    ],
    [
              MH4334 => '[cgid:error] [pid 7] (2)No such file or directory:'
            . ' AH01257: unable to connect to cgi daemon after multiple'
            . ' tries: /x.pl'
    ],
    [
        MH3003 => '[cgi:error] [pid 7] AH02651: Error writing request body'
            . ' to script /x.pl'
    ],
    [
              MH3007 => '[cgi:error] [pid 7] (70007)The timeout specified has'
            . ' expired: AH01220: Timeout waiting for output from CGI script'
            . ' /x.pl'
    ],
    [
        MH3007 => '[cgid:error] [pid 7] Script timed out before returning'
            . ' headers: x.pl'
    ],
    [
        MH3011 => '[cgi:error] [pid 7] (11)Resource temporarily unavailable:'
            . " AH01223: couldn't spawn child process: /x.pl"
    ],
    [
        MH3021 => '[cgid:error] [pid 7] (70014)End of file found: AH01270:'
            . ' Error reading request entity data'
    ],
    [
        MH3024 => '[cgi:error] [pid 7] AH02809: Options ExecCGI is off in'
            . ' this directory: /x'
    ],
    [
        MH3026 => '[cgi:error] [pid 7] AH02811: script not found or unable'
            . ' to stat: /x.pl'
    ],
    [
        MH3027 => '[cgi:error] [pid 7] AH02812: attempt to invoke directory'
            . ' as script: /x'
    ],
    [
        MH4338 => '[cgid:error] [pid 7] AH01215: stderr from /x.pl: no camel'
            . ' at /x.pl line 3.'
    ],
    [
        MH3021 => '[cgi:error] [pid 7] AH01215: CGI.pm: Server closed socket'
            . ' during multipart read (client aborted?).'
    ],
    [
        MH3026 => '[cgi:error] [pid 7] AH01215: Can\'t open perl script'
            . ' "/x.pl": No such file or directory'
    ],
    [
        MH3097 => '[cgi:error] [pid 7] AH01215: syntax error at /x.pl line 5,'
            . ' near "my "'
    ],
    [
        MH3097 => '[cgi:error] [pid 7] AH01215: Global symbol "$x" requires'
            . ' explicit package name (did you forget to declare "my $x"?) at'
            . ' /x.pl line 5.'
    ],
    [
        MH3097 => '[cgi:error] [pid 7] AH01215: Missing right curly or square'
            . ' bracket at /x.pl line 30, at end of line'
    ],
    [ MH4321 => '[error] file permissions deny server execution: /x.cgi' ],
    [
        MH4323 =>
            "[cgid:error] [pid 7] AH01215: /usr/bin/env: 'perl\\\\r': No"
            . ' such file or directory: /x.cgi'
    ],
    [
        MH4328 => '[error] malformed header from script. Bad header=hello:'
            . ' /x.cgi'
    ],
    [
              MH4332 => '[core:crit] (13)Permission denied: AH00529:'
            . ' /home/u/.htaccess pcfg_openfile: unable to check htaccess'
            . ' file, ensure it is readable'
    ],
    [
        MH4336 => "[cgi:error] [pid 7] AH01215: Can't locate getopts.pl in"
            . ' @INC (@INC contains: /etc/perl) at /x.pl line 2.'
    ],
    [
        MH4337 => '[cgi:error] [pid 7] AH01215: Use of uninitialized value $x'
            . ' in concatenation (.) or string at /x.pl line 5.'
    ],
    [
        MH4337 => '[perl:error] [pid 7] Wide character in print at /x.pl'
            . ' line 5.'
    ],
    [
        MH4338 => '[cgi:error] [pid 7] AH01215: Can\'t use an undefined value'
            . ' as an ARRAY reference at /x.pl line 5.'
    ],
    [ MH4338 => '[cgi:error] [pid 7] AH01215: Could not find the file' ],
    [ MH4339 => 'suexec policy violation: see suexec log for more details' ],
    [
        MH4340 => '[autoindex:error] [pid 7] AH01276: Cannot serve directory'
            . ' /x/: No matching DirectoryIndex (index.html) found'
    ],
    [
        MH4341 =>
            '[http:error] [pid 7] AH02429: Response header name \'<!--\''
            . ' contains invalid characters, aborting request'
    ],
    [
        MH4342 =>
            '[core:error] [pid 7] AH00124: Request exceeded the limit of'
            . ' 10 internal redirects due to probable configuration error.'
    ],
    [
        MH4343 => '[core:notice] [pid 1] AH00052: child pid 12 exit signal'
            . ' Segmentation fault (11)'
    ],
    [ MH4344 => '[cgi:error] [pid 7] AH01215: Out of memory!' ],
    [
        MH4345 => '[cgi:error] [pid 7] AH01215: ListUtil.c: loadable library'
            . ' and perl binaries are mismatched (got handshake key 0xdb0)'
    ],
    [
        MH4345 => '[cgi:error] [pid 7] AH01215: DBI object version 1.616 does'
            . ' not match bootstrap parameter 1.607 at DynaLoader.pm line 2.'
    ],
    [
        MH4345 => '[cgi:error] [pid 7] AH01215: Can\'t locate loadable object'
            . ' for module DBD::mysql in @INC (@INC contains: /etc/perl)'
    ],
    [
        MH4346 => '[cgi:error] [pid 7] AH01215: Insecure dependency in open'
            . ' while running with -T switch at /x.pl line 9.'
    ],
    [
        MH4346 => '[cgi:error] [pid 7] AH01215: Insecure $ENV{PATH} while'
            . ' running with -T switch at /x.pl line 9.'
    ],
    [
        MH4347 => '[cgi:error] [pid 7] AH01215: perl: warning: Setting locale'
            . ' failed.'
    ],
    [ MH4348 => '[cgi:error] AH01215: sh: 1: /usr/sbin/sendmail: not found' ],
    [
        MH4349 => '[mpm_prefork:error] [pid 1] AH00161: server reached'
            . ' MaxRequestWorkers setting, consider raising it'
    ],
    [
        MH4350 =>
            'Invalid command \'PerlResponseHandler\', perhaps misspelled'
            . ' or defined by a module not included in the server'
    ],
    [
        MH4351 =>
            '[cgi:error] [pid 7] AH01215: DBD::mysql::st execute failed:'
            . ' MySQL server has gone away at /x.pl line 3.'
    ],
    [
        MH4352 =>
            '[cgi:error] [pid 7] AH01215: DBI connect(\'shop\',\'u\',...)'
            . ' failed: Can\'t connect to local MySQL server at /x.pl line 3.'
    ],
    [
        MH4353 =>
            '[cgi:error] [pid 7] AH01215: Can\'t use \'defined(@array)\''
            . ' (Maybe you should just omit the defined()?) at /x.pl line 4.'
    ],
    [
        MH4353 => '[cgi:error] [pid 7] AH01215: Unescaped left brace in regex'
            . ' is illegal here in regex; marked by <-- HERE in m/x{ <-- HERE'
    ],
    [
        MH4354 =>
            'AH00558: apache2: Could not reliably determine the server\'s'
            . ' fully qualified domain name, using 127.0.1.1.'
    ],
    [
        MH4355 => '(98)Address already in use: AH00072: make_sock: could'
            . ' not bind to address [::]:80'
    ],
    [
        MH4356 => '[cgi:error] [pid 7] AH01215: Undefined subroutine'
            . ' &main::header called at /x.pl line 5.'
    ],
    [
        MH4356 => '[cgi:error] [pid 7] AH01215: Can\'t locate object method'
            . ' "new" via package "My::Cart" (perhaps you forgot to load'
            . ' "My::Cart"?) at /x.pl line 5.'
    ],
    [
        MH4357 => '[cgi:error] [pid 7] AH01215: Can\'t call method "prepare"'
            . ' on an undefined value at /x.pl line 5.'
    ],
    [
        MH4358 => '[cgi:error] [pid 7] AH01215: Perl v5.40.0 required--this'
            . ' is only v5.36.0, stopped at /x.pl line 1.'
    ],
    [
        MH4359 => '[core:warn] [pid 7] AH00111: Config variable'
            . ' ${APACHE_RUN_DIR} is not defined'
    ],
    [
        MH4360 => 'apache2: Syntax error on line 1 of /x.conf: Cannot load'
            . ' modules/mod_perl.so into server: modules/mod_perl.so: cannot'
            . ' open shared object file: No such file or directory'
    ],
    [
        MH4361 => '[core:alert] [pid 7] /var/www/html/.htaccess: Options not'
            . ' allowed here'
    ],
    [ MH4362 => 'AH00534: apache2: Configuration error: No MPM loaded.' ],
    [
        MH4363 => '[core:notice] [pid 1] AH00052: child pid 12 exit signal'
            . ' Killed (9)'
    ],
    [
        MH4364 => '[cgi:error] [pid 7] AH01215: Attempt to reload My/Cart.pm'
            . ' aborted.'
    ],
    [
        MH4337 => '[cgi:error] [pid 7] AH01215: print() on closed filehandle'
            . ' OUT at /x.pl line 5.'
    ],
    [
        MH4337 =>
            '[cgi:error] [pid 7] AH01215: Odd number of elements in hash'
            . ' assignment at /x.pl line 5.'
    ],
    [
        MH4353 => '[cgi:error] [pid 7] AH01215: Assigning non-zero to $[ is'
            . ' no longer possible at /x.pl line 5.'
    ],
    [
        MH3097 =>
            '[cgi:error] [pid 7] AH01215: Can\'t modify constant item in'
            . ' scalar assignment at /x.pl line 5, near "2;"'
    ],
    [
        MH1006 => '[perl:error] [pid 7] failed to resolve handler `My::Cart\''
    ],
    [
              MH4502 => '[:error] [pid 7] Undefined subroutine'
            . ' &ModPerl::ROOT::ModPerl::Registry::x_2epl::f called at'
            . ' /x.pl line 5.'
    ],
    [ MH2001 => '[perl:error] [pid 7] no camel at /x.pl line 3.' ],
);

# As run(), but in this process: most of the time of the command is its start.
sub explained ($line) {
    open my $was_out, '>&', \*STDOUT   or die "stdout: $!\n";
    open my $was_err, '>&', \*STDERR   or die "stderr: $!\n";
    open STDOUT,      '>',  "$dir/out" or die "$dir/out: $!\n";
    open STDERR,      '>',  "$dir/err" or die "$dir/err: $!\n";
    my $status = Mehari::Command->main('explain', $line);
    open STDOUT, '>&', $was_out or die "stdout: $!\n";
    open STDERR, '>&', $was_err or die "stderr: $!\n";
    return (read_file("$dir/out"), read_file("$dir/err"), $status);
}

for my $row (@LOG) {
    my ($code, $line) = @$row;
    ($out, $err, $status) = explained("$time $line");
    is $status, 0, 'a line of httpd that has no number';
    like $out, qr/^$code: /m, "$code: $line";
    ($out) = explained($line);
    like $out, qr/^$code: /m, 'the same line without its date';
}

# Lines that look much like these, but mean something else or nothing.
my @OTHERS = (
    [ MH4338 => '[cgi:error] AH01215: out of memory cards at /x.pl line 3.' ],
    [ MH4338 => '[cgi:error] AH01215: the value is not numeric in a row' ],
    [
        MH4338 => '[cgi:error] AH01215: a syntax error in your form at line 3'
    ],
    [ MH4338 => '[cgi:error] AH01215: the locale failed: Setting' ],
    [ MH4330 => q{Can't locate my/getopts.pl in @INC at /x.pl line 2.} ],
    [
        MH4356 =>
            '[perl:error] Undefined subroutine &main::f called at x line 2.'
    ],
    [ none => 'AH00052: child pid 12 exit signal Terminated (15)' ],
    [ none => "Invalid command 'Prel', perhaps misspelled" ],
    [ none => 'AH00558: nobody knows a name' ],
);
for my $row (@OTHERS) {
    my ($code, $line) = @$row;
    ($out) = explained($line);
    my ($first) = $out =~ /^(MH\d+): /m;
    is $first // 'none', $code, "$code: $line";
}

($out) = explained("Can't locate CGI.pm in \@INC at /x.pl line 2.");
like $out, qr/the module CGI was not found: \S.*libcgi-pm-perl.*cpan CGI/s,
    'a missing module is named, with its packages';

# The script itself shows which reason of an error is true.
for my $row (
    [ "print 1;\n",                'Exec format error',         'MH4322' ],
    [ "\xEF\xBB\xBF#!/bin/sh\n",   'Exec format error',         'MH4324' ],
    [ "#!/usr/bin/perl\r\n1;\r\n", 'No such file or directory', 'MH4323' ],
    [ "#!/no/such/perl\n",         'No such file or directory', 'MH4325' ],
    [ "#!/etc\n",                  'Permission denied',         'MH4326' ],
    [ "#!/usr/bin/perl\n1;\n",     'Permission denied', 'MH4321', 0644 ],
    )
{
    my ($text, $error, $code, $mode) = @$row;
    write_file("$dir/exec.pl", $text, $mode // 0755);
    my %number = (Exec => 8, No => 2, Permission => 13);
    my ($word) = $error =~ /(\w+)/;
    ($out)
        = explained("($number{$word})$error: exec of '$dir/exec.pl' failed");
    is_deeply [ $out =~ /^(MH\d+):/mg ], [$code],
        "$error: $code and no other, as the script shows";
    unlink "$dir/exec.pl";
}

($out, $err, $status) = run('a line that nobody knows');
is $status, 1, 'an unknown line exits with 1';
like $err, qr/no message is known for that line/, '... and is not a file';

($out, $err, $status) = run('MH9999');
is $status, 1, 'an unknown message exits with 1';
is $err, "mehari: there is no message MH9999.\n",
    'an unknown message makes a sentence';

($out, $err, $status) = run("$dir/none.pl");
is $status, 1, 'a missing file exits with 1';
is $err, "mehari: there is no file or directory $dir/none.pl.\n",
    'a missing file makes a sentence';
mkdir "$dir/empty";
($out, $err, $status) = run("$dir/empty");
is $err, "mehari: there is no script in $dir/empty.\n",
    'an empty directory makes a sentence';
is + (run())[2], 2, 'mehari explain without an argument exits with 2';
is + (run('--colour'))[2], 2, 'an option that there is not';
done_testing;
