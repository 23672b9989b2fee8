# The step of a long command: on a terminal one line that is overwritten, in a
# pipe or a file a line now and then, and nothing for a quick command.

use Mehari::Test;
use Mehari::Command::Progress;

sub in_a_file (%option) {
    open my $handle, '+>', undef or die "Cannot make a file: $!.\n";
    my $progress = Mehari::Command::Progress->new(handle => $handle, %option);
    $progress->say("step $_") for 1 .. 3;
    $progress->clear;
    seek $handle, 0, 0;
    return join '', readline $handle;
}

is in_a_file(), '', 'a quick command prints nothing in a file';
is in_a_file(pause => 0),
    "mehari: step 1\nmehari: step 2\nmehari: step 3\n",
    'a slow command prints its steps as lines in a file';

pipe my $from, my $to or die "Cannot make a pipe: $!.\n";
my $progress = Mehari::Command::Progress->new(handle => $to, pause => 0);
$progress->say('half');
is readline $from, "mehari: half\n", 'a line is in the pipe at once';

SKIP: {
    eval { require IO::Pty; 1 } or skip 'IO::Pty is not installed', 2;
    my $pty      = IO::Pty->new;
    my $terminal = $pty->slave;
    $terminal->set_raw;
    my $shown = Mehari::Command::Progress->new(handle => $terminal);
    $shown->say("step $_") for 1 .. 3;
    sysread $pty, my $bytes, 1000;
    is $bytes, "\r\e[Kstep 1", 'of quick steps a terminal shows the first';
    $shown->clear;
    sysread $pty, $bytes, 1000;
    is $bytes, "\r\e[K", 'the line on a terminal is removed';
}

done_testing;
