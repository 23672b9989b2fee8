# The notes: one sentence for each failure, file and line for each decision of a
# person, and the exit status.

use Mehari::Test;
use POSIX ();
use Mehari::Command;
use Mehari::MigrateSite qw(slurp spew snapshot module_under_test);

my $site = Mehari::MigrateSite->new;
my $root = $site->root;
my $bin  = $site->copy_programs('cgi-bin');

my $module = module_under_test();

# Runs in this process, because "nobody" may not be able to read the source
# tree.
sub in_process (@args) {
    open my $keep, '>&', \*STDERR        or die;
    open my $out,  '>',  \my $difference or die;
    my $default = select $out;
    close STDERR;
    open STDERR, '>', \my $said or die;
    my $status = Mehari::Command->main('migrate', '--module', $module, @args);
    open STDERR, '>&', $keep or die;
    select $default;
    return ($status, $said);
}

sub fails ($what, $expected_status, $pattern, @args) {
    my ($status, $out, $said) = $site->migrate(@args);
    is($status, $expected_status, "$what: the exit status is as expected");
    is($out,    '',               "$what: no difference is printed");
    like($said, $pattern, "$what: the sentence is printed");
    is(scalar(split /\n/, $said), 1, "$what: one line is printed")
        or diag($said);
    return;
}

subtest 'the command line' => sub {
    fails('nothing', 2, qr/name a configuration/);
    fails('two',     2, qr/one configuration at a time/, 'a',     'b');
    fails('option',  2, qr/there is no option --bad/,    '--bad', 'a');
    fails('mode', 2, qr/--mode cgi: choose one of perl-cgi, perlrun, /,
        '--mode', 'cgi', 'a');
    fails('both', 2, qr/exclude each other/, '--apply', '--revert', 'a');
};

subtest 'nothing to do' => sub {
    fails('no file', 1, qr{there is no file or directory /nowhere\.$},
        '/nowhere');
    fails(
        'empty directory',
        1, qr/there is no apache2\.conf or httpd\.conf in it/,
        "$root/htdocs"
    );
    my $none = $site->write('conf/none.conf', $site->preamble);
    fails(
        'no mod_cgi',
        1,
        qr/nothing to migrate in .*: neither mod_cgi .* loaded.*"mehari setup"/,
        $none
    );
    my $idle
        = $site->write('conf/idle.conf', $site->preamble(modules => ['cgi']));
    fails('no CGI', 1, qr/mod_cgi runs no Perl program/, $idle);
    fails('no backup', 1, qr/nothing to revert: there is no backup/,
        '--revert', $idle);
    my ($status, undef, $said)
        = $site->command('--module', '/nowhere.so', $idle);
    is($status, 1, 'a missing module file exits with 1');
    like(
        $said,
        qr{--module: there is no file /nowhere\.so\.},
        'a missing module file is named'
    );
    my $loop
        = $site->write('conf/loop.conf', "Include $root/conf/loop.conf\n");
    fails('a loop', 1, qr/does it include itself\?/, $loop);
};

subtest 'not writable' => sub {
    plan skip_all => 'root can write everywhere, and is not nobody'
        if $> == 0 && !getpwnam 'nobody';
    my $conf = $site->write('conf/locked/httpd.conf',
        $site->preamble(modules => ['cgi']) . "ScriptAlias /c/ $bin/\n");
    chmod 0755, $root;
    chmod 0777, "$root/logs";
    my $pid = fork // die;
    if (!$pid) {
        chmod 0555, "$root/conf/locked";
        if ($> == 0) {
            my ($uid, $gid) = (getpwnam 'nobody')[ 2, 3 ];
            $) = "$gid $gid";
            $( = $gid;
            ($<, $>) = ($uid, $uid);
        }
        my ($status, $said) = in_process('--apply', $conf);
        my $good = $status == 1
            && $said =~ /is not writable: run this as its owner/;
        print STDERR $said if !$good;
        POSIX::_exit($good ? 0 : 1);
    }
    waitpid $pid, 0;
    is($?, 0, 'a file that cannot be written makes one sentence');
    chmod 0755, "$root/conf/locked";
    ok(!-e "$conf.mehari-backup",
        'a file that cannot be written gets no backup');
};

subtest 'what a person has to decide' => sub {
    $site->write('htdocs/app/.htaccess', "# x\nAddHandler cgi-script .cgi\n");
    spew("$bin/old.pl", "#!/opt/perl5.8/bin/perl\nprint 1;\n");
    my $text  = $site->preamble(modules => [qw(cgi actions rewrite suexec)]);
    my $first = () = $text =~ /\n/g;
    my $conf  = $site->write('conf/notes.conf', $text . <<"CONF");
ScriptAlias /cgi-bin/ $bin/
Action my-type /cgi-bin/env.pl
ScriptLog logs/cgi_log
RewriteEngine On
RewriteRule ^/r/ - [L,H=cgi-script]
AddType application/x-httpd-cgi .x
RLimitCPU 10
<VirtualHost *:1>
    SuexecUserGroup www-data www-data
    ScriptAlias /own/ $bin/
    AddHandler cgi-script .pl
</VirtualHost>
CONF
    my ($status, $diff, $said) = $site->migrate($conf);
    is($status, 0, 'a migration with notes exits with 0') or diag($said);
    my @expected = (
        [ 1,  qr/old\.pl asks for \/opt\/perl5\.8\/bin\/perl/ ],
        [ 1,  qr/not Perl, so left to mod_cgi: .*\/shell\.sh/ ],
        [ 2,  qr/Action is not migrated: my-type/ ],
        [ 3,  qr/ScriptLog/ ],
        [ 5,  qr/RewriteRule is not migrated/ ],
        [ 6,  qr/AddType is not migrated/ ],
        [ 7,  qr/RLimitCPU does not reach/ ],
        [ 9,  qr/SuexecUserGroup: programs would run as httpd's own user/ ],
        [ 10, qr/ScriptAlias stays unchanged: .*suexec/ ],
        [ 11, qr/AddHandler stays unchanged: .*suexec/ ],
    );

    for my $expected (@expected) {
        my ($line, $pattern) = ($expected->[0] + $first, $expected->[1]);
        like(
            $said,
            qr/^\Q$conf\E:$line: .*$pattern/m,
            "line $expected->[0] has a note for a person"
        );
    }
    my $access = "$root/htdocs/app/.htaccess";
    like(
        $said,
        qr{^\Q$access\E:2: AddHandler cgi-script \.cgi is not migrated}m,
        'a line of .htaccess has a note'
    );
    unlike($diff, qr{^\+.*/own/}m, 'suexec is left alone');
};

subtest 'scripts of mod_perl that keep a request' => sub {
    $site->write('registry/stale.pl',
        "my \$r = shift;\n\nsub out { \$r->print('x') }\nout();\n");
    $site->write('registry/good.pl',
        "my \$r = shift;\nsub out { my \$r = shift; \$r->print }\n");
    $site->write('registry/once.pl', "our \$r ||= shift;\n");
    $site->write('other/stale.pl',   "our \$r ||= shift;\n");
    my $conf = $site->write('conf/kept.conf', $site->preamble . <<"CONF");
Alias /perl/ $root/registry/
Alias /other/ $root/other/
<Location /perl>
    SetHandler perl-script
    PerlResponseHandler ModPerl::Registry
</Location>
CONF
    my (undef, undef, $said) = $site->migrate($conf);
    like(
        $said,
        qr{^\Q$root\E/registry/stale\.pl:3: `\$r` .* sub out .*MH4106}m,
        'a sub that keeps it'
    );
    like(
        $said,
        qr{^\Q$root\E/registry/once\.pl:1: .* `\|\|=` .*MH4106}m,
        'a variable that keeps it'
    );
    unlike($said, qr{good\.pl|other}, 'and no other script');
};

subtest 'as a function' => sub {
    my ($status, $said) = in_process('/nowhere');
    is($status, 1, 'an exit status, not an exit');
    like(
        $said,
        qr/there is no file or directory/,
        'a missing file is said to be so'
    );
    my $manual = slurp({ Mehari::Command->commands }->{migrate});
    like($manual, qr/^=item B<--$_>/m, "the page of mehari migrate has --$_")
        for qw(apply revert force mode mpm module httpd server-root define);
};

done_testing;
