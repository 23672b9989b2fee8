# A local path to a file.
print "Location: /headers/location_local_static/page.txt\n\n";
