# DATA that changes.
print "Content-Type: text/plain\n\n";
print <DATA>;
__DATA__
first
