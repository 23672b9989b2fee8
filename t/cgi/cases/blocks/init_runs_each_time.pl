# INIT and CHECK do their work in each request.
our @seen;
INIT { push @seen, 'init' }
CHECK { push @seen, 'check' }
print "Content-Type: text/plain\n\n";
print "@seen\n";
push @seen, 'left';
