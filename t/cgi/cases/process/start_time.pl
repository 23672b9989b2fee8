# $^T is when this request began.
print "Content-Type: text/plain\n\n";
print abs(time - $^T) < 3 ? "now\n" : "then\n";
print -M $0 > 0.1 ? "older\n" : "newer\n";
