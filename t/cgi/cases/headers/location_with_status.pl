# ... with a status of its own.
print "Status: 301 Moved Permanently\nLocation: http://elsewhere.test/\n\n";
