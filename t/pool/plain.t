# Programs that are executed as mod_cgi executes them: any program, its files,
# words, variables, folder, signals, limits, status; and the message when that
# is not possible.

use Mehari::Test;
use Mehari::Test::Pool;

my $pool = Mehari::Test::Pool->new;
my $dir  = $pool->path('');
$dir =~ s{/\z}{};

my $shell = $pool->script('shell', <<'EOF_SCRIPT');
#!/bin/sh
echo "words: $0 $*"
echo "cwd: $(pwd)"
echo "X: $X"
cat
echo "said" >&2
exit 7
EOF_SCRIPT
my $answer = $pool->run(
    $shell,
    arguments => [ 'one', 'two three' ],
    environ   => ['X=a=b'],
    body      => "body\n"
);
is $answer->{type}, 'DONE', 'a shell script is run';
is $answer->{status}, 7 << 8,
    'the status of a program is as waitpid() tells it';
is $answer->{out},
    "words: $shell one two three\ncwd: $dir\nX: a=b\nbody\n",
    'a program has its words, folder, variables and input';
is $answer->{err},     "said\n", 'a program has its standard error';
is $answer->{notices}, '',       'a good run of a program has no notice';

my $open = $pool->script('files', <<'EOF_SCRIPT');
#!/bin/sh
ls /proc/self/fd | tr '\n' ' '
EOF_SCRIPT
like $pool->run($open)->{out}, qr/\A0 1 2 3 \z/,
    'no descriptor but its own (3 is the folder that ls reads)';

my $large = 'L=' . 'x' x 100_000;
is length $pool->run($shell, environ => [ $large, 'X=2' ], large => 1)->{out},
    length("words: $shell \ncwd: $dir\nX: 2\n"),
    'an environment that came in a file';

my $killed = $pool->script('killed', "#!/bin/sh\nkill -SEGV \$\$\n");
$answer = $pool->run($killed);
is $answer->{status}, 11, 'a signal is in the status';
like $answer->{notices},
    qr/^MH3064: signal 11 \(Segmentation fault\) ended \Q$killed\E .* GET \/it/,
    'the log has signal, script and request of a crash';

for my $case (
    [ 'mode', "#!/bin/sh\n",        0644, 13, 'Permission denied' ],
    [ 'none', "#!/no/such/thing\n", 0755, 2,  'No such file or directory' ],
    [
        'crlf', "#!/usr/bin/perl\r\n1;\n", 0755, 2,
        'No such file or directory'
    ],
    [ 'empty', '', 0755, 8, 'Exec format error' ],
    )
{
    my ($name, $text, $mode, $error, $words) = @$case;
    my $path = $pool->script($name, $text, $mode);
    $answer = $pool->run($path);
    like $answer->{err},
        qr/\A\Q($error)$words: exec of '$path' failed\E(?:: .* \[MH\d+\])?\n\z/,
        "$name: as mod_cgi says it, and why";
    is $answer->{status}, 255 << 8, "$name ends with status 255";
}
$answer = $pool->run("$dir/n\"\ex");
is $answer->{err},
    qq{(2)No such file or directory: exec of '$dir/n\\"\\x1bx' failed\n},
    'a name is escaped as httpd escapes it';

is $pool->stop, 0, 'the manager ends when httpd has gone';

done_testing;
