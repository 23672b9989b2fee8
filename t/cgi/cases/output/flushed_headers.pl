# Headers that were flushed before there is a body.
$| = 1;
print "Content-Type: text/plain\nX-Early: yes\n\n";
print "ready\n";
for (1 .. 500) { last if -e 'work/go'; select undef, undef, undef, 0.01 }
print -e 'work/go' ? "released\n" : "nobody came\n";
unlink 'work/go';
