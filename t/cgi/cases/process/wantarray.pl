# wantarray at the top.
print "Content-Type: text/plain\n\n";
print defined wantarray ? "context\n" : "none\n";
