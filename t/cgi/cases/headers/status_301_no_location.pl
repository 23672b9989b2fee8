# 301 without Location.
print "Status: 301 Moved\nContent-Type: text/plain\n\nmoved\n";
