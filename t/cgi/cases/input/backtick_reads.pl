# Backticks inherit STDIN.
print "Content-Type: text/plain\n\n";
print 'got ', `tr a-z A-Z`, "\n";
