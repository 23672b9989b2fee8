# 204 with a body nevertheless.
print "Status: 204 No Content\nContent-Type: text/plain\n\nnot to be seen\n";
