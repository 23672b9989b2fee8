# mod_headers changes what the script has set.
print "Content-Type: text/plain\nX-One: 1\nX-Two: 2\n\nbody\n";
