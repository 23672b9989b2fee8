# time in BEGIN, and $^T, are of this request.
my $then;
BEGIN { $then = time }
print "Content-Type: text/plain\n\n";
print abs(time - $then) < 2 ? "now\n" : "then\n";
