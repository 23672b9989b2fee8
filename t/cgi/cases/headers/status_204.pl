# 204 has no body.
print "Status: 204 No Content\n\n";
