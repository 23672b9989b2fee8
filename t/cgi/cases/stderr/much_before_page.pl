# More text on STDERR than a pipe holds, before the page.
print STDERR 'y' x 99 . "\n" for 1 .. 2000;
print "Content-Type: text/plain\n\n";
print "page\n";
