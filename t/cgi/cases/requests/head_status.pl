# HEAD with a status.
print "Status: 404 No\nContent-Type: text/plain\n\nnot here\n";
