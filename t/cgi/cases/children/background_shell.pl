# system with &, output elsewhere.
$| = 1;
print "Content-Type: text/plain\n\n";
unlink 'work/made';
system '(sleep 0.1; echo made >work/made.new; mv work/made.new work/made) >/dev/null 2>&1 &';
print "page\n";
