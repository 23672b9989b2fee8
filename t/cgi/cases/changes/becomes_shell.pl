# A Perl script becomes one of the shell.
print "Content-Type: text/plain\n\n";
print "perl\n";
