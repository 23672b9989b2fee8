# Scripts that are forked from a perl that has started, and scripts that are
# executed: by their first line, and by the request's variables. A script prints
# the same in both ways.

use Mehari::Test;
use Mehari::Test::Pool;

my $pool    = Mehari::Test::Pool->new(processes => 50);
my $manager = $pool->manager;

# The last line of the script's output names the process's parent.
my $text = <<'EOF_SCRIPT';
print "$0 @ARGV ${^TAINT} ", defined $^W && $^W, " ${^UNICODE}\n";
print "x is $main::x\n" if defined $main::x;
print "strict\n" if $INC{'strict.pm'};
print getppid, "\n";
EOF_SCRIPT

# The answer without its last line, and 'exec' or 'fork'.
sub ask ($script, %option) {
    my $answer = $pool->run($script, %option);
    my $own    = $answer->{out} =~ s/(\d+)\s*\z// ? $1 : 0;
    $answer->{how} = $own == $manager ? 'exec' : $own ? 'fork' : '?';
    return $answer;
}

# The output when the kernel executes the script.
sub plain ($script, @words) {
    my $pid = open my $in, '-|';
    die "fork: $!" if !defined $pid;
    if (!$pid) {
        open STDERR, '>', '/dev/null' or die;
        exec {$script} $script, @words or die "$script: $!";
    }
    return join('', <$in>) =~ s/\d+\s*\z//r;
}

my $number = 0;
for my $case (
    [ '#!/usr/bin/perl',               'fork' ],
    [ '#! /usr/bin/perl  ',            'fork' ],
    [ '#!/usr/bin/perl -w',            'fork' ],
    [ '#!/usr/bin/perl -wT',           'fork' ],
    [ '#!/usr/bin/perl -w -T',         'fork' ],
    [ '#!/usr/bin/perl -l',            'fork' ],
    [ '#!/usr/bin/perl -l012 -0777',   'fork' ],
    [ '#!/usr/bin/perl -CSDA',         'fork' ],
    [ '#!/usr/bin/perl -CS -w',        'fork' ],
    [ '#!/usr/bin/perl -Mstrict',      'none' ],
    [ '#!/usr/bin/perl -I/tmp -w',     'fork' ],
    [ '#!/usr/bin/perl -s',            'exec', '-x=1', 'word' ],
    [ '#!/usr/bin/perl -s',            'fork' ],
    [ '#!/usr/bin/perl -x',            'none' ],
    [ '#!/usr/bin/perl -c',            'none' ],
    [ '#!/usr/bin/perl -v',            'none' ],
    [ '#!/usr/bin/perl -S',            'none' ],
    [ '#!/usr/bin/env perl',           'fork' ],
    [ '#!/usr/bin/env -S perl -w',     'exec' ],
    [ '#!/usr/bin/perl ' . '-w ' x 80, 'exec' ],
    [ '#!/usr/bin/../bin/perl',        'fork' ],
    )
{
    my ($line, $how, @words) = @$case;
    my $script = $pool->script('s' . $number++ . '.pl', "$line\n$text");
    my @got    = map { ask($script, arguments => \@words) } 1 .. 2;
    my $name   = substr $line, 0, 40;
    is $got[$_]{out}, plain($script, @words), "$name: what it prints ($_)"
        for 0, 1;
    is $got[1]{how}, $how, "$name is run by $how" if $how ne 'none';
}

# A #! line that only an executed program can obey.
my $script = $pool->script('last.pl', "#!/usr/bin/perl\n$text");
is ask($script, environ => ['LD_BIND_NOW=1'])->{how}, 'exec',
    'variables of the dynamic linker';
is ask($script, environ => ['PERL_HASH_SEED=0'])->{how}, 'fork',
    'a script with variables of perl is run by fork';

# Scripts that are forked see the variables that they should.
my $inc = $pool->script('inc.pl',
    "#!/usr/bin/perl\nprint \$INC[0], qq(\\n), getppid, qq(\\n);");
for my $folder ('/tmp/one', '/tmp/two', '/tmp/one') {
    my $answer = ask($inc, environ => ["PERL5LIB=$folder"]);
    is "$answer->{how} $answer->{out}", "fork $folder\n",
        "PERL5LIB=$folder is run by fork";
}

# The file's mode is looked at each time it changes.
my $mode = $pool->script('mode.pl', "#!/usr/bin/perl\nprint getppid;");
is ask($mode)->{how}, 'fork', 'a readable script is run by fork';
chmod 0644, $mode;
like ask($mode)->{err}, qr/^\(13\)Permission denied: exec of/,
    'a script that may not be executed any more is not run';
chmod 0755, $mode;
like ask($mode)->{out}, qr/\A\d*\z/,
    'a script that may be executed again is run';

# A link to the script is another script, in another folder.
mkdir $pool->path('folder');
my $where = $pool->script('where.pl',
    "#!/usr/bin/perl\nuse Cwd; print getcwd, qq(\\n), getppid, qq(\\n);");
my $link = $pool->path('folder/link.pl');
symlink $where, $link or die "symlink: $!";
is ask($where)->{out}, $pool->path('') =~ s{/\z}{\n}r, 'cwd of a script';
is ask($link)->{out}, $pool->path('folder') . "\n",
    'a link to a script has the folder of the script';

is $pool->stop, 0, 'the manager ends with status 0';

done_testing;
