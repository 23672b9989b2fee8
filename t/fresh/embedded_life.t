# The life of a fresh program in httpd: compiled, run, compiled anew, asked for
# inside another one, among handlers, over restarts.

use v5.36;
use Test::More;
use Mehari::Test;
use Mehari::Test::Tier;

my $plain = qq(#!/usr/bin/perl\nprint "Content-Type: text/plain\\n\\n";\n);

sub put ($h, $name, $text) {
    my $file = $h->document_root . "/$name";
    write_file("$file.new", $text, 0755);
    rename "$file.new", $file or die "Cannot rename $file: $!.\n";
    return;
}

sub body ($h, $path) { return get($h, $path)->body }

my %HANDLERS = (
    'lib/My/Other.pm' => <<~'PERL',
        package My::Other;
        sub handler : method { $main::seen++; print "seen $main::seen $/"; 0 }
        1;
        PERL
);

for my $mpm (qw(prefork event)) {
    my $h = tier_server(
        $mpm,
        config => <<~'CONF',
            PerlSwitches "-I${DOCUMENT_ROOT}/lib"
            <Location "/other">
                SetHandler perl-script
                PerlResponseHandler My::Other
                PerlUsePool default
            </Location>
            <Location "/registry">
                SetHandler perl-script
                PerlResponseHandler ModPerl::Registry
                PerlOptions +ParseHeaders
                PerlUsePool default
                Options +ExecCGI
            </Location>
            Alias "/registry" "${DOCUMENT_ROOT}"
            <Location "/bare">
                SetHandler modperl
                PerlResponseHandler Mehari::Fresh
                PerlUsePool default
                Options +ExecCGI
            </Location>
            Alias "/bare" "${DOCUMENT_ROOT}"
            CONF
        files => \%HANDLERS,
    );

    subtest "$mpm: a script changes" => sub {
        put($h, 'a.pl', $plain . 'print ++$n, " one\n";');
        is body($h, '/fresh/a.pl'), "1 one\n", 'compiled' for 1, 2;
        put($h, 'a.pl', $plain . 'print ++$n, " two\n";');
        is body($h, '/fresh/a.pl'), "1 two\n", 'of the same size' for 1, 2;
        put($h, 'a.pl', $plain . 'print "oops');
        is get($h, '/fresh/a.pl')->status, 500, 'broken' for 1, 2;
        put($h, 'a.pl', $plain . 'print "mended\n"');
        is body($h, '/fresh/a.pl'), "mended\n", 'mended';
        unlink $h->document_root . '/a.pl';
        is get($h, '/fresh/a.pl')->status, 404, 'gone';
    };

    subtest "$mpm: a library changes" => sub {
        put($h, 'part.pl', 'sub part { "one" } 1;');
        put($h, 'b.pl',
            $plain . 'BEGIN { require "./part.pl" } print part();');
        is body($h, '/fresh/b.pl'), 'one', 'compiled' for 1, 2;
        put($h, 'part.pl', 'sub part { "two" } 1;');
        is body($h, '/fresh/b.pl'), 'two', 'anew' for 1, 2;
    };

    subtest "$mpm: who may" => sub {
        put($h, 'c.pl', $plain);
        chmod 0, $h->document_root . '/c.pl';
        is get($h, '/fresh/c.pl')->status, 403, 'not readable';
        mkdir $h->document_root . '/d.pl';
        is get($h, '/fresh/d.pl/')->status, 404, 'a directory';
        put($h, 'e.pl', $plain);
        my $mark = $h->error_log_mark;
        is get($h, '/bare/e.pl')->status, 500, 'not by SetHandler modperl';
        log_like($h, $mark,
            qr{MH2023: \S+e\.pl: Mehari::Fresh needs SetHandler});
    };

    subtest "$mpm: spoilt" => sub {
        put($h, 'f.pl',
            $plain . 'sub f { 1 } print f(), "\n"; undef &f; $x .= "x";');
        is body($h, '/fresh/f.pl'), "1\n", "run $_" for 1 .. 4;
    };

    subtest "$mpm: its end" => sub {
        put($h, 'g.pl', <<~"PERL");
            $plain
            END { print "END\\n" }
            sub DESTROY { print "DESTROY\\n" }
            our \$object = bless [];
            eval { exit 3 if \$ENV{QUERY_STRING} eq 'exit' };
            print "not exit\\n";
            die "dead\\n" if \$ENV{QUERY_STRING} eq 'die';
            PERL
        is same_as_cgi(
            $h,
            [ map { "/g.pl?$_" } 'exit', 'die', '' ],
            rounds => 3
            ),
            '', 'exit in eval, die, the end';
        put($h, 'h.pl', "#!/usr/bin/perl\ndie qq(no page\\n);");
        my $mark = $h->error_log_mark;
        is get($h, '/fresh/h.pl')->status, 500, 'die before any output';
        log_like($h, $mark, qr/no page/);
        log_like($h, $mark,
            qr/MH2028: End of script output before headers: h\.pl/);
    };

    subtest "$mpm: a long body" => sub {
        put($h, 'i.pl',
                  $plain
                . 'my $all = do { local $/; <STDIN> }; print length $all,'
                . ' " ", unpack "%32C*", $all;');
        my $body = join '', map { chr $_ % 251 } 1 .. 3_000_000;
        my $sum  = unpack '%32C*', $body;
        for my $length (3_000_000, 5, 0, 2_000_000) {
            my $part = substr $body, 0, $length;
            is get($h, '/fresh/i.pl', method => 'POST', body => $part)->body,
                "$length " . unpack('%32C*', $part), "$length bytes";
        }
    };

    subtest "$mpm: among handlers" => sub {
        put($h, 'j.pl',
                  $plain
                . '$/ = "x"; unshift @INC, "/nowhere"; $seen += 10;'
                . ' $SIG{ALRM} = sub {}; print "$seen @INC[0]\n";');
        put($h, 'k.pl',
            $plain
                . 'use CGI; my $q = CGI->new; print $q->param("a"), "\n";');
        for my $round (1 .. 3) {
            is body($h, '/fresh/j.pl'), "10 /nowhere\n",  'a program';
            is body($h, '/other'),      "seen $round \n", 'a handler';
            for my $place (qw(fresh registry)) {
                is body($h, "/$place/k.pl?a=$_"), "$_\n", "CGI.pm, $place"
                    for 1, 2;
            }
        }
    };
}

subtest 'inside another' => sub {
    my $h = tier_server('prefork',
        config => "PerlModule Apache2::SubRequest\n");
    put($h, 'outer.pl', $plain . <<~'PERL');
        my $mine = 'outer';
        our $count;
        sub mine { $mine . ++$count }
        print mine(), " $0\n";
        require Apache2::RequestUtil;
        my $r = Apache2::RequestUtil->request;
        $r->lookup_uri("/fresh/inner.pl?$_")->run for 1, 2;
        print mine(), " $0\n";
        PERL
    put($h, 'inner.pl', <<~'PERL');
        #!/usr/bin/perl
        my $mine = 'inner';
        our $count;
        sub mine { $mine . ++$count }
        print "Content-Type: text/plain\n\n";
        print mine(), " $ENV{QUERY_STRING}\n";
        exit if $ENV{QUERY_STRING} eq 1;
        print "to the end\n";
        PERL
    my $root = $h->document_root;
    for my $round (1 .. 3) {
        is body($h, '/fresh/outer.pl'), <<~"TEXT", "round $round";
            outer1 $root/outer.pl
            inner1 1
            inner1 2
            to the end
            outer2 $root/outer.pl
            TEXT
        is body($h, '/fresh/inner.pl?alone'), "inner1 alone\nto the end\n",
            'and alone';
    }
    put($h, 'inner.pl', "#!/usr/bin/perl -T\nprint 'tainting';\n");
    my $mark = $h->error_log_mark;
    body($h, '/fresh/outer.pl');
    log_like($h, $mark, qr/MH2026: \S+inner\.pl: its first line has -T/);
};

subtest 'in the middle of a handler' => sub {
    my $h = tier_server(
        'prefork',
        files => { 'lib/My/Outer.pm' => <<~'PERL' },
            package My::Outer;
            use Apache2::SubRequest ();
            sub handler {
                local $/ = 'mine';
                $main::kept = 'kept';
                local $_ = 'topic';
                print "before\n";
                shift->lookup_uri('/fresh/l.pl')->run;
                print "$/ $main::kept $_ ", defined &main::l ? 1 : 0, "\n";
                return 0;
            }
            1;
            PERL
        config => <<~'CONF');
            PerlSwitches "-I${DOCUMENT_ROOT}/lib"
            <Location "/outer">
                SetHandler perl-script
                PerlResponseHandler My::Outer
            </Location>
            CONF
    put($h, 'l.pl',
        $plain . '$_ = "its"; $/ = "its"; sub l { print "l", $kept++ } l;');
    is body($h, '/outer'), "before\nl0mine kept topic 0\n", 'they stay apart'
        for 1 .. 3;
};

subtest 'compiled by the parent' => sub {
    my $h = tier_server('prefork', start => 0);
    put($h, 'm.pl', $plain . 'BEGIN { $pid = $$ } print $pid == $$, ++$n;');
    my $files = join ', ', map { "'$_'" } $h->document_root . '/m.pl',
        '/no/such.pl';
    my $startup = write_file($h->root . '/conf/startup.pl', <<~"PERL");
        print STDERR 'compiled ', Mehari::Fresh->compile($files), "\\n";
        1;
        PERL
    $h->{config} .= "PerlPostConfigRequire $startup\n";
    $h->start;
    log_like($h, 0, qr/^compiled 1$/m);
    log_like($h, 0, qr{^/no/such\.pl: cannot be compiled: No such file}m);
    is body($h, '/fresh/m.pl'), '1', 'not by the child' for 1 .. 3;
    $h->graceful;
    is body($h, '/fresh/m.pl'), '1', 'after a restart' for 1 .. 3;
};
done_testing;
