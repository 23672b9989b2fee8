# nph- and unbuffered lines.
$| = 1;
print "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nfirst line\n";
for (1 .. 500) { last if -e 'work/go'; select undef, undef, undef, 0.01 }
print -e 'work/go' ? "released\n" : "nobody came\n";
unlink 'work/go';
