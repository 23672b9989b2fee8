# A status with an ErrorDocument: the script's page stays.
print "Status: 404 Not here\nContent-Type: text/plain\n\nmy own 404\n";
