# A Content-Length that is larger than the body.
$| = 1;
print "Content-Type: text/plain\nContent-Length: 50\n\n";
select undef, undef, undef, 0.1;
print "short\n";
