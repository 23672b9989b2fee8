# A large value of one request is not there in the next.
our @big;
print "Content-Type: text/plain\n\n";
print scalar @big, "\n";
@big = (1) x 200_000;
