# die with nothing, and with nothing but a newline.
eval { die };
print "Content-Type: text/plain\n\n";
print $@;
die "\n";
