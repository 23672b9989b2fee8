# 500 without a page.
print "Status: 500 Mistake\nContent-Type: text/plain\n\n";
