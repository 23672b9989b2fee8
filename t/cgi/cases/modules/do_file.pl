# do reads a file each time.
print "Content-Type: text/plain\n\n";
print do './value.pl', do './value.pl', "\n";
print defined do './missing.pl' ? 'there' : "missing: $!", "\n";
