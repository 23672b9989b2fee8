# The kernel's table of segments belongs to the memory: each process has its own.
use Config;
print "Content-Type: text/plain\n\n";
my $call  = $Config{archname} =~ /^x86_64/ ? 154 : undef;
my $table = "\0" x 64;
my $entry = pack 'L4', 5, 0x1000, 0xfffff, 0x51;
if (defined $call) {
    print 'bytes ', syscall($call, 0, $table, 64), "\n";
    syscall $call, 0x11, $entry, 16;
    print 'bytes ', syscall($call, 0, $table, 64), "\n";
}
