# STDIN and STDOUT cannot be sought.
print "Content-Type: text/plain\n\n";
print seek(STDIN, 0, 0) ? "sought\n" : "no\n";
print tell(STDIN), "\n";
print sysseek(STDOUT, 0, 0) ? "sought\n" : "no\n";
