# Location with a URL, and a status of the script's own.
print "Status: 301 Moved Permanently\nLocation: http://elsewhere.test/\n\n";
