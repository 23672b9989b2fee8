# $^T that BEGIN has set stays.
our $seen;
BEGIN { $^T = 1000; $seen = $^T }
print "Content-Type: text/plain\n\n$seen $^T\n";
print -M $0 < 0 ? "in the future\n" : "in the past\n";
