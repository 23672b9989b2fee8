# Fifty thousand prints.
print "Content-Type: text/plain\n\n";
print $_ % 10 for 1 .. 50_000;
