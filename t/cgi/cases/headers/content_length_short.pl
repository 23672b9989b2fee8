# A Content-Length that is smaller than the body.
$| = 1;
print "Content-Type: text/plain\nContent-Length: 3\n\n";
select undef, undef, undef, 0.1;
print "body is longer\n";
