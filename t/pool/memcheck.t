# The processes of pools under valgrind's memcheck: the manager, bases, zygotes,
# children, and workers; scripts that share a compilation, and others that
# cannot share it, are no Perl, fail, change or take too long; handlers with
# uploads, filters and PSGI, and workers on lease. Slow, so only with
# MEHARI_MEMCHECK (make memcheck). Valgrind cannot clone a process that shares
# its memory, so there are no templates, nor leases of them.

use Mehari::Test;
use File::Copy qw(copy);
use File::Temp qw(tempdir);
use Mehari::Httpd::Config;
use Mehari::Test::Gateway;
use Mehari::Test::Memcheck;

plan skip_all => 'run by make memcheck' if !$ENV{MEHARI_MEMCHECK};
my ($valgrind) = grep { -x } map { "$_/valgrind" } split /:/, $ENV{PATH};
plan skip_all => 'valgrind is not installed' if !defined $valgrind;

# The module starts the program beside it. Programs that scripts start run
# without valgrind, except httpd, because workers are httpd.
my $module = Mehari::Httpd::Config::mehari_module();
my $dir    = tempdir(CLEANUP => 1);
chmod 0755, $dir;
mkdir "$dir/logs";
chmod 0777, "$dir/logs";
copy($module, "$dir/mod_mehari.so") or die $!;
my $program        = $module =~ s{[^/]+\z}{mehari-pool}r;
my $under_valgrind = $module =~ s{[^/]+\z}{t/pool/under_valgrind.so}r;
my $suppressions   = source_root() . '/t/valgrind.supp';
write_file("$dir/mehari-pool", <<~"SH", 0755);
    #!/bin/sh
    export LD_PRELOAD=$under_valgrind
    exec $valgrind --error-limit=no --leak-check=no --track-origins=yes \\
        --vgdb=no \\
        --trace-children=yes --trace-children-skip='*perl,*/sh,*/cat,*.sh' \\
        --suppressions=$suppressions --log-file=$dir/logs/%p $program "\$@"
    SH
local $ENV{MEHARI_MODULE} = "$dir/mod_mehari.so";

my $keys = 'start-timeout=600 memory=0 restore=fork';
my $h    = gateway_server(
    perl_pool => "$keys request-timeout=600 preload=POSIX",
    workers   => 2,
    perl_lib  => source_root() . '/lib',
    start     => 0,
    config    => uses_config('PerlUsePool default') . <<~"CONF");
        Timeout 600
        PerlPool short $keys request-timeout=20s
        PerlRequire \${ROOT}/conf/handler.pl
        <Files slow.pl>
        PerlUsePool short
        </Files>
        <Location /handler>
        SetHandler perl-script
        PerlResponseHandler My::handler
        PerlUsePool default
        </Location>
        <Location /status>
        SetHandler mehari-status
        </Location>
        CONF
write_file($h->root . '/conf/handler.pl', <<~'PERL');
    package My;
    use Apache2::RequestRec ();
    use Apache2::RequestIO ();
    use Apache2::Log ();
    use APR::Table ();
    sub handler {
        my ($r) = @_;
        die "on purpose\n" if $r->args eq 'die';
        $r->read(my $body, 1000);
        $r->headers_out->set('X-A' => $r->args);
        $r->log_error('handled');
        $r->push_handlers(PerlCleanupHandler => sub { $r->uri; 0 });
        print "$ENV{REQUEST_METHOD} $body", 'x' x 20_000;
        return 0;
    }
    1;
    PERL
$h->start;

my $head = q{print "Content-Type: text/plain\n\n";};
script($h, 'cgi.pl', <<~'PERL');
    use strict;
    use warnings;
    use CGI;
    my $q = CGI->new;
    print $q->header, $q->start_html('A'), $q->param('a'), $q->end_html;
    END { print STDERR "ended\n" }
    PERL
script($h, 'looks.pl',
    "BEGIN { \$main::query = \$ENV{QUERY_STRING} }\n$head print \$main::query;\n"
);
script($h, 'told.pl', "BEGIN { \$main::t = time }\n$head print 'told';\n");
script($h, 'parent.pl',
    "$head open my \$in, '<', '/proc/' . getppid . '/comm'; print <\$in>;\n");
script($h, 'taint.pl',   "#!/usr/bin/perl -T\n$head print \${^TAINT};\n");
script($h, 'program.pl', "$head print `echo out`; exit fork ? wait : 0;\n");
script($h, 'plain.sh',
    "#!/bin/sh\necho Content-Type: text/plain\necho\nenv\n");
script($h, 'broken.pl', "sub {\n");
script($h, 'gone.pl',   "kill 9, \$\$;\n");
script($h, 'slow.pl',   "sub wait_long { sleep 600 }\nwait_long();\n");

sub ask ($path, %option) {
    return get($h, $path, timeout => 600, %option);
}

for my $round (1, 2) {
    like ask('/cgi.pl?a=word')->body, qr/word/, 'valgrind: CGI.pm runs'
        for 1 .. 2;
    is ask('/told.pl')->body, 'told', 'a script that tells';
    is ask("/looks.pl?$_")->body, $_,
        'a script that looks at its request while it is compiled'
        for qw(one other);
    is ask('/taint.pl')->body, 1, 'valgrind: a switch of perl runs';
    is ask('/program.pl')->body, "out\n",
        'valgrind: programs of a script run';
    like ask('/plain.sh?' . 'x' x 5000)->body, qr/x{5000}/,
        'valgrind: a shell script runs';
    is ask("/$_.pl")->status, 500, $_ for qw(broken gone);
    is ask('/count.pl', method => 'POST', body => 'x' x 300_000)->status,
        200, 'valgrind: a body is read';
    like ask('/handler?a', method => 'POST', body => 'sent')->body,
        qr/^POST sentx{20000}$/, 'valgrind: a worker answers'
        for 1 .. 2;
    try_uses(\&ask);
    is_deeply [ map { $_->status } ask('/handler?a', repeat => 8) ],
        [ (200) x 8 ], 'a worker on lease answers';
    like ask('/status')->body, qr/default/, 'the status page has the pool';
    is ask('/handler?die')->status, 500,
        'valgrind: a worker that fails answers';
    script($h, 'told.pl', "$head print 'told';\n");
    $h->graceful if $round == 1;
}
ok wait_until(sub { ask('/parent.pl')->body eq "parent.pl\n" }, 600),
    'valgrind looks at the processes that compile scripts';
my $mark = $h->error_log_mark;
is ask('/slow.pl')->status, 504, 'a script that takes too long';
log_like($h, $mark, qr/main::wait_long/,
    'the stack of a slow script was seen');
$h->stop;

my @logs = glob "$dir/logs/*";
cmp_ok scalar @logs, '>', 30, 'the processes were looked at';
ok + (grep { read_file($_) =~ /Command: .* MEHARI_WORKER/ } @logs),
    'valgrind has looked at workers too';
my @wrong = grep { has_errors($_) } @logs;
is scalar @wrong, 0, 'valgrind has found no error in any process'
    or diag map { read_file($_) } @wrong[ 0 .. ($#wrong < 5 ? $#wrong : 5) ];

done_testing;
