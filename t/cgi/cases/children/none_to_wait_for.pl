# A new script has no children.
print "Content-Type: text/plain\n\n";
print wait, ' ', waitpid(-1, 1), "\n";
print $!{ECHILD} ? "ECHILD\n" : "odd\n";
