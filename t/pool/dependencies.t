# Changes of files that are noticed: contents, names that come and go, links
# that are turned, directories in between; with inotify and without. Changes of
# other files make no difference.

use Mehari::Test;
use Cwd            qw(abs_path);
use File::Basename qw(dirname);
use File::Path     qw(make_path);
use File::Temp     qw(tempdir);
use IPC::Open2     qw(open2);
use Mehari::Httpd::Config;
use Time::HiRes qw(sleep time);

my $build   = dirname(Mehari::Httpd::Config::mehari_module());
my $program = "$build/t/pool/dependencies";
needs($program);
$ENV{ASAN_OPTIONS} = 'detect_leaks=0';

my $UNSURE = '0000000000000001';
my $top    = abs_path(tempdir(CLEANUP => 1));
my ($number, $in, $out, $pid) = (0);

sub start (@words) {
    $pid = open2($out, $in, @words);
    $in->autoflush;
    return;
}

sub stop () {
    close $in;
    my @rest = <$out>;
    waitpid $pid, 0;
    is $?, 0, 'the program of the test ends well';
    return;
}

sub ask ($line) {
    say $in $line;
    my $answer = <$out>;
    die "no answer to: $line\n" if !defined $answer;
    chomp $answer;
    return $answer;
}

# Files that compile-time code has seen, once their times are old enough.
sub look ($owner, @files) {
    sleep 0.03;
    ask("look $owner $_") for @files;
    return;
}

sub add ($owner, @files) {
    look($owner, @files);
    return ask("add $owner");
}

sub drain () { return ask('drain') }

# A new directory for one test, without files of another.
sub area () {
    my $area = "$top/" . ++$number;
    make_path($area);
    return $area;
}

# A script depends on one file, and $do changes something. Tests whether that
# counts as a change, and that a change is reported once.
sub changes ($kind, $path, $do, $expect, $name) {
    add(1, "$kind $path");
    is drain(), 'changed', "$name: a look before the change sees nothing"
        or return;
    $do->();
    is drain(), $expect ? 'changed 1' : 'changed', $name;
    is drain(), 'changed', "$name: a change is seen once";
    ask('remove 1');
    return;
}

sub replace ($path, $text) {
    write_file("$path.new", $text);
    rename "$path.new", $path or die $!;
    return;
}

sub test_contents () {
    my $area = area();
    my $file = "$area/x.pm";
    write_file($file, "1\n");

    changes('c', $file, sub { write_file($file, "2\n") }, 1, 'written');
    changes('c', $file, sub { replace($file, "3\n") },    1, 'replaced');
    changes('c', $file, sub { chmod 0600, $file },        1, 'another mode');
    changes('c', $file, sub { utime 1, 1, $file },        1, 'other times');
    changes('c', $file, sub { read_file($file) },         0, 'read');
    changes('c', $file, sub { open my $append, '>>', $file or die $! },
        0, 'opened for writing, not written');
    changes('c', $file, sub { write_file("$area/y.pm", 1) },
        0, 'another file');
    changes('c', $file, sub { unlink $file },         1, 'removed');
    changes('c', $file, sub { write_file($file, 1) }, 1, 'made');

    open my $open, '>>', $file or die $!;
    $open->autoflush;
    changes('c', $file, sub { print {$open} "more\n" },
        1, 'written, and not closed');
    return;
}

sub test_existence () {
    my $area = area();
    my $file = "$area/x";

    changes('e', $file, sub { write_file($file, 1) }, 1, 'e: made');
    changes('e', $file, sub { write_file($file, 2) }, 0, 'e: written');
    changes('e', $file, sub { unlink $file }, 1, 'e: removed');
    changes('e', $area, sub { write_file($file, 2) },
        0, 'e: a directory in which a file is made');
    return;
}

sub test_absent () {
    my $area = area();
    my $file = "$area/a/b/c.pm";

    changes('c', $file, sub { mkdir "$area/a" }, 0, 'a part of the way');
    changes('c', $file, sub { make_path("$area/a/b") }, 0, 'a longer part');
    changes('c', $file, sub { write_file($file, 1) },   1, 'and the file');
    changes('c', $file, sub { rename "$area/a", "$area/old" or die $! },
        1, 'a directory above goes');
    changes('c', $file, sub { rename "$area/old", "$area/a" or die $! },
        1, 'it comes, full');
    write_file("$area/plain", 1);
    changes('c', "$area/plain/x", sub { write_file("$area/plain", 2) },
        0, 'below a file');
    return;
}

sub test_links () {
    my $area = area();
    make_path("$area/$_/lib")          for 1, 2;
    write_file("$area/$_/lib/x.pm", 1) for 1, 2;
    symlink '1',                             "$area/current" or die $!;
    symlink "$area/current/lib/../lib/x.pm", "$area/x"       or die $!;
    my $turn = sub ($to) {
        symlink $to, "$area/next" or die $!;
        rename "$area/next", "$area/current" or die $!;
    };
    my $write = sub ($where) { write_file("$area/$where/lib/x.pm", "x\n") };

    changes('c', "$area/x", sub { $write->(1) },  1, 'the target of links');
    changes('c', "$area/x", sub { $write->(2) },  0, 'what was the target');
    changes('c', "$area/x", sub { $turn->('2') }, 1, 'a link on the way');
    changes('c', "$area/x", sub { $write->(2) },  1, 'the target after that');
    changes('l', "$area/current", sub { $turn->("./2") }, 1, 'the link');
    changes('l', "$area/current", sub { $write->(2) },    0, 'l: the target');
    changes('e', "$area/x", sub { unlink "$area/x" },
        1, 'the link itself goes');

    link "$area/2/lib/x.pm", "$area/other" or die $!;
    changes('c', "$area/2/lib/x.pm", sub { write_file("$area/other", 'x') },
        1, 'written by another name');
    changes('c', "$area/2/lib/x.pm", sub { chmod 0600, "$area/other" },
        1, 'another mode by another name');
    changes('c', "$area/2/lib/x.pm",
        sub { write_file("$area/2/lib/x.pm", 1) },
        1, 'written by the same of two');

    symlink 'loop', "$area/loop" or die $!;
    changes('c', "$area/loop", sub { unlink "$area/loop" },
        0, 'a loop is as absent as nothing');
    changes('c', "$area/loop", sub { write_file("$area/loop", 1) },
        1, 'a file is not');
    return;
}

sub test_listing () {
    my $area = area();
    write_file("$area/x", 1);

    changes('d', $area, sub { write_file("$area/y", 1) }, 1, 'd: a new name');
    changes('d', $area, sub { write_file("$area/y", 2) }, 0, 'd: written');
    changes('d', $area, sub { unlink "$area/y" },         1, 'd: removed');
    changes('d', $area, sub { rename $area, "$area.old" }, 1, 'd: moved');
    changes('d', $area, sub { rename "$area.old", $area }, 1, 'd: back');
    changes('d', $area, sub { mkdir "$area/sub" or die $! }, 1,
        'd: a subdir');
    return;
}

# A file that changes between the look and the watch, or while it is looked at.
sub test_race () {
    my $area = area();
    my $file = "$area/x";
    write_file($file, 1);

    look(1, "c $file");
    write_file($file, 2);
    is ask('add 1'), 0,           'changed before it was watched';
    is drain(),      'changed 1', 'a change before the watch is reported';

    look(1, "c $file.no");
    write_file("$file.no", 2);
    ask('add 1');
    is drain(), 'changed 1', 'made before it was watched';

    my ($seen, $tries) = ('', 0);
    while ($seen ne $UNSURE && $tries++ < 100) {
        write_file($file, $tries);
        $seen = ask("look 1 c $file");
    }
    is $seen, $UNSURE, 'a file that was just written is unsure';
    ask('add 1');
    is drain(), 'changed 1', 'an unsure file is reported as changed once';

    add(1, "c $file");
    write_file($file, 3);
    is add(2, "c $file"), 0, 'a second that sees more';
    is drain(), 'changed 1',
        'a second owner that sees more is not reported with the first';
    ask('remove 2');

    add(1, "c $file");
    unlink $file;
    is add(1, "c $file"), 0, 'an owner that saw both states is added';
    is drain(), 'changed 1',
        'a file that has gone before the watch is reported';
    return;
}

sub test_owners () {
    my $area = area();
    write_file("$area/$_", 1) for 'a' .. 'c';

    add($_, "c $area/a", "c $area/c") for 1 .. 50;
    my $watches = ask('watches');
    add(51, "c $area/b", "c $area/a", "c $area/b");
    is ask('watches'), $watches, 'a directory costs one watch';
    ask("remove $_") for 2 .. 50;
    write_file("$area/b", 2);
    is drain(), 'changed 51',
        'an owner that does not depend on the file is not reported';
    write_file("$area/a", 2);
    is drain(), 'changed 1', 'an owner that was removed is not reported';
    is ask('watches'),  0,         'no watch is left of removed owners';
    is ask('remove 7'), 'removed', 'a missing owner can be removed';

    add($_, "c $area/a") for 3 .. 5;
    write_file("$area/a", 3);
    is join(' ', sort split / /, drain()), '3 4 5 changed',
        'all owners that depend on the file are reported';
    return;
}

sub test_noise () {
    my $area = area();
    write_file("$area/$_", 1) for 'script', 'log';
    add(1, "c $area/script", "c $area/none.pm");
    for (1 .. 300) {
        write_file("$area/log", $_);
        replace("$area/counter", $_);
    }
    is drain(), 'changed',
        'files that others write beside it are not reported';
    write_file("$area/script", 2);
    is drain(), 'changed 1', 'a file beside it does not hide a change';
    return;
}

# The kernel drops events when 16384 wait.
sub test_overflow () {
    my $area = area();
    write_file("$area/$_", 1) for 'x', 'y';
    add(1, "c $area/x");
    add(2, "c $area/y");
    my $limit = read_file('/proc/sys/fs/inotify/max_queued_events');
SKIP: {
        skip 'the queue is long here', 2 if $limit > 50_000;
        for (0 .. $limit / 2) {
            mkdir "$area/$_";
            rmdir "$area/$_";
        }
        write_file("$area/x", 2);
        is ask('check 1'), 'changed 1', 'a change that gave no event';
        is swept_once(), 'changed',
            'a file that did not change is not reported';
    }
    write_file("$area/y", 2);
    is drain(), 'changed 2', 'a directory that is back gives events again';
    return;
}

# Waits for a sweep; sweeps are a second apart.
sub swept () {
    my $until = time + 5;
    my $said  = 'changed';
    while ($said eq 'changed' && time < $until) {
        $said = drain();
        sleep 0.05;
    }
    return $said;
}

# Something is mounted over a directory in the path, and later unmounted.
sub test_mounts () {
    my $area = area();
    my $file = "$area/over/x";
    make_path("$area/over");
    write_file($file, 1);
    my $as_root = $> ? '-rm' : '-m';
SKIP: {
        skip 'nothing can be mounted here', 4
            if system "unshare $as_root mount -t tmpfs none $area/over"
            . ' >/dev/null 2>&1';
        start('unshare', $as_root, $program);
        my @user  = ('-U', '--preserve-credentials') x !!$>;
        my $mount = sub (@words) {
            system('nsenter', '-t', $pid, @user, '-m', @words) == 0
                or die "nsenter: $?";
        };
        add(1, "c $file", "c $area/over/none");
        is drain(), 'changed',
            'nothing has changed before something is mounted';
        $mount->(qw(mount -t tmpfs none), "$area/over");
        is ask('check 1'), 'changed 1', 'mounted over a directory';
        add(1, "c $area/over/y");
        $mount->('umount', "$area/over");
        write_file("$area/over/y", 1);
        is ask('check 1'), 'changed 1', 'unmounted, and a file is there';
        stop();
    }
    return;
}

sub test_malformed () {
    my $good = '0' x 16;
    for my $text (
        '',                     "c$good",
        "c${good}relative",     "x$good/x",
        "c123/x",               "c${good}0/x",
        "c$good/" . 'x' x 4100, "cABCDEF0123456789/x",
        )
    {
        is ask("list 9 $text"), 71, 'no entry: ' . substr $text, 0, 30;
    }
    is ask("list 9 c$good/" . 'x' x 4000), 0, 'a name too long is absent';
    is drain(), 'changed', 'no watch of refused files is kept';
    ask('remove 9');

    is ask("look 1 c relative"), 'no entry', 'a relative path is refused';
    ask("look 1 e $top/$_") for 1 .. 17_000;
    is ask('add 1'),   7, 'too many files are refused';
    is ask('watches'), 0, 'no watch of too many files is kept';
    return;
}

# More files than a sweep looks at.
sub test_sweep () {
    my $area = area();
    write_file("$area/$_", 1) for 'a', 'b';
    add(1, (map { "e $area/none$_" } 1 .. 700), "c $area/a", "e $area/c");
    add(2, "c $area/b");
    is swept_once(), 'changed',
        'without inotify a change is unseen until the next look';
    write_file("$area/a", 2);
    is swept(), 'changed 1', 'a change is seen';
    unlink "$area/b";
    is swept(), 'changed 2', 'a file that goes';
    write_file("$area/c", 1);
    is add(3, "c $area/a", "e $area/d"), 0,
        'another owner may depend on files';
    is ask('check 3'), 'changed', 'the file of another owner has not changed';
    write_file("$area/a", 3);
    is ask('check 3'), 'changed 3', 'a change is seen when it is looked at';
    return;
}

# Waits more than a second, because a sweep that finds nothing leaves no trace.
sub swept_once () {
    sleep 1.1;
    return drain();
}

start($program);
test_contents();
test_existence();
test_absent();
test_links();
test_listing();
test_race();
test_owners();
test_noise();
test_overflow();
test_malformed();
stop();

start($program, 'stat');
test_sweep();
stop();

test_mounts();

done_testing;
