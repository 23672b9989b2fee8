# Empty lines before the headers.
print "\n\nContent-Type: text/plain\n\nbody\n";
