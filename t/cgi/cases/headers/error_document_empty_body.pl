# A status with an ErrorDocument: the script's page stays even if it is empty.
print "Status: 404 Not here\nContent-Type: text/plain\n\n";
