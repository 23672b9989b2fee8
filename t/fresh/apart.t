# Fresh programs in httpd that have a process of their own: those that start
# others, those that end in another way than exit, and those that taint.

use v5.36;
use Test::More;
use Time::HiRes qw(time);
use Mehari::Test;
use Mehari::Test::Tier;

my $plain = qq(#!/usr/bin/perl\n\$| = 1;\n)
    . qq(print "Content-Type: text/plain\\n\\n";\n);

sub put ($h, $name, $text) {
    my $file = write_file($h->document_root . "/$name", $text, 0755);
    return "/$name";
}

my %SCRIPTS = (
    'system.pl' => 'print ++$n, "\n"; system "echo from echo"; print "z\n";',
    'fork.pl'   => 'my $p = fork; if (!$p) { print "child\n"; exit }'
        . ' waitpid $p, 0; print "parent ", ++$n, "\n";',
    'pipe.pl' => 'open my $p, "|-", "cat" or die; print {$p} "by cat\n";'
        . ' close $p; print "after ", ++$n, "\n";',
    'exec.pl'  => 'END { print "never" } exec "echo", "executed", ++$n;',
    'exit.pl'  => 'use POSIX (); END { print "never" } POSIX::_exit(0);',
    'reads.pl' => 'my $l = <STDIN>; print "mine: $l"; system "cat";',
    'large.pl' => 'system q(head -c 300000 /dev/zero | tr "\0" x);',
    'dup.pl'   => 'open STDERR, ">&", \*STDOUT; system "echo e >&2";',
    'pid.pl'   => 'system "true"; my $p = $$; chomp(my $c = `echo \$PPID`);'
        . ' print $p == $c ? "same\n" : "other\n";',
    'later.pl' => 'use lib "./lib"; require Starts; Starts::run();'
        . ' print "end\n";',
);

for my $mpm (qw(prefork event)) {
    my $h = tier_server($mpm, files => { 'lib/Starts.pm' => <<~'PERL' });
            package Starts;
            sub run { system 'echo by a module' }
            1;
            PERL
    put($h, $_, $plain . $SCRIPTS{$_}) for keys %SCRIPTS;

    is same_as_cgi($h, ["/$_"], rounds => 3), '', "$mpm: $_"
        for sort grep { !/reads|later/ } keys %SCRIPTS;
    my @post = (method => 'POST', body => "one\ntwo\nthree\n");
    is get($h, '/fresh/reads.pl', @post)->body, "mine: one\ntwo\nthree\n",
        "$mpm: a child reads on where the program is"
        for 1, 2;

    get($h, '/fresh/later.pl');
    is get($h, '/fresh/later.pl')->body, "by a module\nend\n",
        "$mpm: by a module: from the second request on"
        for 1, 2;

    put($h, 'slow.pl', $plain . 'print "first\n"; system "sleep 1";');
    my $socket = client($h)->socket;
    print {$socket} "GET /fresh/slow.pl HTTP/1.0\r\n\r\n";
    my ($text, $start) = ('', time);
    1 while $text !~ /first\n/ && sysread $socket, $text, 4096, length $text;
    cmp_ok time - $start, '<', 0.9, "$mpm: what is flushed is sent";

    put($h, 'killed.pl', $plain . 'print "half\n"; kill KILL => $$;');
    my $mark = $h->error_log_mark;
    get($h, '/fresh/killed.pl');
    log_like($h, $mark, qr/MH2030: \S+killed\.pl was ended by signal 9/);

    put($h, 'taint.pl', <<~'PERL');
        #!/usr/bin/perl -wT
        print "Content-Type: text/plain\n\n${^TAINT}\n";
        $ENV{PATH} = '/bin:/usr/bin';
        delete @ENV{qw(IFS CDPATH ENV BASH_ENV)};
        eval { system "echo $ENV{QUERY_STRING}" };
        print $@ =~ /(Insecure dependency in \w+)/ ? "$1\n" : "done $@\n";
        eval { unlink "$ARGV[0]" };
        print $@ =~ /(Insecure dependency in \w+)/ ? "$1\n" : "done $@\n";
        my ($clean) = $ENV{QUERY_STRING} =~ /(\w+)/;
        system "echo", $clean;
        PERL
    is get($h, '/fresh/taint.pl?word')->body,
        "1\nInsecure dependency in system\nInsecure dependency in unlink\n"
        . "word\n", "$mpm: -T is in force"
        for 1, 2;
    put($h, 'free.pl', $plain . 'print ${^TAINT}, "\n";');
    is get($h, '/fresh/free.pl')->body, "0\n", "$mpm: and only there";
}
done_testing;
