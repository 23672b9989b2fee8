# A script that is replaced between two requests.
print "Content-Type: text/plain\n\n";
print "first\n";
