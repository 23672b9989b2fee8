# Control characters are escaped.
print "Content-Type: text/plain\n\n";
print STDERR "tab\there \e[31mred\e[0m \x01\x7f \\ \"quoted\"\n";
