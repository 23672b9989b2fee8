# A local path with a status.
print "Status: 302 Found\nLocation: /headers/location_local_status/page.txt\n\n";
