# IO::File, IO::Handle methods on the three.
use IO::File;
use IO::Handle;
print "Content-Type: text/plain\n\n";
STDOUT->autoflush(1);
STDOUT->printf("%s\n", 'formatted');
STDOUT->say('said');
my $file = IO::File->new('work/x', 'w') or die;
$file->print("x\n");
$file->close;
print STDIN->opened ? 1 : 0, STDOUT->fileno, STDERR->error ? 1 : 0, "\n";
