# A script writes to a pipe that nobody reads.
print "Content-Type: text/plain\n\n";
print defined $SIG{PIPE} ? "PIPE is $SIG{PIPE}\n" : "PIPE is as usual\n";
pipe my $read, my $write;
close $read;
local $SIG{PIPE} = sub { print "got PIPE\n" };
syswrite $write, 'x';
print $!{EPIPE} ? "EPIPE\n" : "no error\n";
