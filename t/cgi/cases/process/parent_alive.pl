# The parent of a script is there.
print "Content-Type: text/plain\n\n";
print kill(0, getppid) || $!{EPERM} ? "alive\n" : "gone\n";
print getppid > 1 ? "not init\n" : "init\n";
