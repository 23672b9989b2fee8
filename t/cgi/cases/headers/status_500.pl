# 500 with a page.
print "Status: 500 My mistake\nContent-Type: text/plain\n\nmy own page\n";
