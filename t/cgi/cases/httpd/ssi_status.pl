# A page with a script that prints a status and headers.
print "Status: 404 No\nX-Inner: 1\nContent-Type: text/html\n\ninner\n";
