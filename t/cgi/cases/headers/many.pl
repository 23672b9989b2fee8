# A hundred headers.
print "Content-Type: text/plain\n", map({"X-$_: $_\n"} 1 .. 100), "\nbody\n";
