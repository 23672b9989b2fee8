# A script whose requests compile much after its first look: the log names the
# look, its place and its cost once, and so does the status page. The test
# follows the printed advice, and then the requests compile less. A script that
# cannot gain more has no line.

use Mehari::Test;
use JSON::PP              qw(decode_json);
use Time::HiRes           qw(sleep);
use Mehari::Test::Gateway qw(gateway_server script);

needs('CGI');

my $ENOUGH = 8 * 1024;    # bytes that are worth a line
my $LOOPS  = 60;

my $h = gateway_server(workers => 2, config => <<~'CONF');
    AcceptPathInfo On
    <Location "/status">
        SetHandler mehari-status
    </Location>
    CONF
my $root = $h->document_root;

# Two files of a site that compile for some milliseconds. Their blocks keep them
# from being compiled ahead.
for my $name (qw(one two)) {
    write_file(
        "$root/$name.pl",
        join '',
        "my \$first; BEGIN { \$first = 1 }\n",
        map {
            "sub $name$_ { my (\$a, \$b) = \@_; my %h = (a => \$a, b => \$b);"
                . " join q(,), map qq(\$_=\$h{\$_}), sort keys %h }\n"
        } 1 .. 400
    );
    append("$root/$name.pl", "1;\n");
}
write_file("$root/Site.pm", <<~'PERL');
    package Site;
    our $start = 1 * time;
    sub start { $start }
    1;
    PERL
write_file("$root/Later.pm", <<~'PERL');
    package Site;
    our $start;
    sub start { $start //= time }
    1;
    PERL
write_file("$root/Forks.pm", <<~'PERL');
    package Forks;
    sub note { $Forks::pid = "$$" }
    1;
    PERL

sub append ($file, $text) {
    open my $out, '>>', $file or die "$file: $!.\n";
    print {$out} $text;
    close $out or die "$file: $!.\n";
    return;
}

my $END = <<'PERL';
print "Content-Type: text/plain\n\n";
print one7(1, 2), two7(3, 4), "\n";
PERL
my $ANSWER = "a=1,b=2a=3,b=4\n";

sub row ($name) {
    my $pools = decode_json(get($h, '/status?format=json')->body)->{pools};
    my ($row) = grep { $_->{script} =~ m{/\Q$name\E\z} }
        map { @{ $_->{scripts} } } @$pools;
    return $row;
}

# Sends requests until the condition holds for the script's row on the status
# page.
sub ask ($name, $condition, $path = '') {
    for (1 .. $LOOPS) {
        my $body = get($h, "/$name$path?a=b")->body;
        return row($name) if $body ne $ANSWER || $condition->(row($name));
        sleep 0.05;
    }
    return row($name);
}

sub is_told ($row) { return ($row->{why} // '') =~ /gains|after that/ }

sub is_cheap ($row) {
    return defined $row->{compiles} && $row->{compiles} < $ENOUGH;
}

# The line of the log about that script.
sub line_about ($name, $mark) {
    my @lines = grep { /\[MH3098\]/ && m{/\Q$name\E gains less} } split /\n/,
        substr $h->error_log, $mark;
    is scalar(@lines), 1, "$name: the log has one line";
    return $lines[0] // '';
}

# The line of the script that the message names last, and the files.
sub advice ($line) {
    my ($place) = $line  =~ /\bit (.*), and each request takes/;
    my @at      = $place =~ /(\S+) line (\d+)/g;
    my ($files) = $line  =~ /after that: (.*?)\. To compile/;
    return ($at[-1], split /, /, $files =~ s/ and \d+ more\z//r);
}

# The text with the files loaded before that line, as the message advises.
sub mended ($text, $at, @files) {
    my @lines = split /^/, $text;
    my ($above, $below)
        = ([ @lines[ 0 .. $at - 2 ] ], [ @lines[ $at - 1 .. $#lines ] ]);
    my @moved;
    for my $file (@files) {
        my $name   = $file =~ s{\A\./}{}r =~ s/\.pm\z//r =~ s{/}{::}gr;
        my ($load) = grep { /^(?:use|require)\b.*\Q$name\E/ } @$below or next;
        @$below = grep { $_ ne $load } @$below;
        push @moved, $load;
    }
    ok @moved, 'the files are loaded after the named line';
    @moved = map { "BEGIN { " . s/\n//r . " }\n" } @moved
        if $below->[0] =~ /\A(?:use|BEGIN)/;
    return join '', @$above, @moved, @$below;
}

sub gains ($name, $text, $look, %option) {
    subtest $name => sub {
        script($h, $name, $text);
        my $mark = $h->error_log_mark;
        my $row  = ask($name, \&is_told, $option{path} // '');
        like $row->{why}, $look, 'the status page names the look';
        cmp_ok $row->{compiles}, '>', 2 * $ENOUGH, 'what a request compiles';
        cmp_ok $row->{cpu},      '>', 0,           'what it costs';
        get($h, "/$name?a=b");    # httpd hears of it with an answer
        log_like($h, $mark,
            qr/\Q$name\E gains less than it could: it .*\[MH3098\]/);
        my $line = line_about($name, $mark);
        like $line, $look, 'so does the log';

        my ($at, @files) = advice($line);
        script($h, $name,
              $option{mend}
            ? $option{mend}->($text)
            : mended($text, $at, @files));
        $mark = $h->error_log_mark;
        $row  = ask($name, \&is_cheap, $option{path} // '');
        cmp_ok $row->{compiles}, '<', $ENOUGH,
            'what a request compiles when the advice was taken';
        is $row->{why}, undef, 'the status page has no advice any more';
        is get($h, "/$name" . ($option{path} // '') . '?a=b')->body, $ANSWER,
            'the answer';
        log_unlike($h, $mark, qr/\Q$name\E gains/, 'nor has the log');
    };
    return;
}

my $REQUIRE = "require './one.pl';\nrequire './two.pl';\n";

gains(
    'times_first.pl',
    "#!/usr/bin/perl\nBEGIN { \$t0 = 1 * (times)[0] }\nuse CGI;\nuse POSIX;\n$REQUIRE$END",
    qr/asks for the time it has used at \S+times_first.pl line 2/
);
gains(
    'after_look.pl',
    "#!/usr/bin/perl\nmy \$q = \$ENV{QUERY_STRING};\n$REQUIRE$END",
    qr/looks at \$ENV\{QUERY_STRING\} at \S+after_look.pl line 2/
);
gains(
    'address.pl',
    "#!/usr/bin/perl\nuse strict;\nmy \$from = \$ENV{REMOTE_ADDR};\n$REQUIRE$END",
    qr/looks at \$ENV\{REMOTE_ADDR\} at \S+address.pl line 3/
);
gains(
    'site.pl',
    "#!/usr/bin/perl\nuse lib '.';\nuse Site;\n$REQUIRE$END",
    qr/asks for the time at Site.pm line 2, from \S+site.pl line 3/
);
gains(
    'site_later.pl',
    "#!/usr/bin/perl\nuse lib '.';\nuse Site;\n$REQUIRE$END",
    qr/asks for the time at Site.pm line 2, from \S+site_later.pl line 3/,
    mend => sub ($text) { $text =~ s/use Site/require Later/r }
);
gains(
    'path.pl',
    "#!/usr/bin/perl\nmy \$path = \$ENV{HTTP_COOKIE} // '';\n$REQUIRE$END",
    qr/looks at \$ENV\{HTTP_COOKIE\} at \S+path.pl line 2/,
    path => '/more'
);
gains(
    'pid.pl',
    "#!/usr/bin/perl\nuse lib '.';\nuse Forks;\nForks::note();\n$REQUIRE$END",
    qr/asks for the process id at Forks.pm line 2, from \S+pid.pl line 4/
);

subtest 'scripts that gain all they can' => sub {
    script($h, 'all.pl',
        "#!/usr/bin/perl\n$REQUIRE" . "my \$q = \$ENV{QUERY_STRING};\n$END");
    for my $name (qw(one two)) {
        my $text = read_file("$root/$name.pl");
        write_file("$root/ahead_$name.pl", $text =~ s/\A\N+\n//r);
    }
    sleep 3;    # a file that has just changed is not compiled ahead
    script($h, 'ahead.pl',
              "#!/usr/bin/perl\nmy \$q = \$ENV{QUERY_STRING};\n"
            . ($REQUIRE =~ s{\./}{./ahead_}gr)
            . $END);
    ask('ahead.pl', sub ($row) { $row->{compiles} && is_cheap($row) });
    script($h, 'small.pl',
        "#!/usr/bin/perl\nBEGIN { \$t = 1 * time }\nsub one7 { 'a=1,b=2' } sub two7 { 'a=3,b=4' }\n$END"
    );
    my $mark = $h->error_log_mark;
    for my $name (qw(all.pl small.pl ahead.pl)) {
        my $runs = 0;
        my $row  = ask($name, sub ($row) { $runs++ > 10 });
        is $row->{why}, undef, "$name: the status page says nothing";
        cmp_ok $row->{compiles}, '<', $ENOUGH,
            "$name: what a request compiles";
    }
    log_unlike($h, $mark, qr/gains less|MH3098/, 'nor does the log');
};

subtest 'scripts of which nothing is shared' => sub {
    my $mark = $h->error_log_mark;
    script($h, 'loud.pl',
        "#!/usr/bin/perl\nBEGIN { print STDERR 'y' x 600_000 }\n$REQUIRE$END"
    );
    my $row = ask('loud.pl',
        sub ($row) { defined $row->{cpu} && $row->{cpu} > 0 });
    is $row->{mode}, 'unshared', 'its mode';
    like $row->{why}, qr/writes output/, 'the status page says why';
    cmp_ok $row->{compiles}, '>', 2 * $ENOUGH, 'what a request compiles';
    script($h, 'checks.pl', "#!/usr/bin/perl -c\n$REQUIRE$END");
    get($h, '/checks.pl');
    is row('checks.pl')->{mode}, 'exec',
        'the mode of a script with odd switches';
    get($h, '/checks.pl');
    log_like($h, $mark,
        qr/loud\.pl is compiled for each request: writes .*\[MH3093\]/);
    log_like($h, $mark,
        qr/checks\.pl is executed for each request: its .*\[MH3094\]/);
};

done_testing;
