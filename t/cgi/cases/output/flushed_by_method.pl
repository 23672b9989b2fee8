# The first line arrives while the script waits: by flush, with $| off.
use IO::Handle;
print "Content-Type: text/plain\n\n";
print "first line\n";
STDOUT->flush;
for (1 .. 500) { last if -e 'work/go'; select undef, undef, undef, 0.01 }
print -e 'work/go' ? "released\n" : "nobody came\n";
unlink 'work/go';
