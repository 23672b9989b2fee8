# binmode STDERR.
binmode STDERR, ':utf8';
print "Content-Type: text/plain\n\n";
print STDERR "\x{2603}\n";
