# Two Content-Types.
print "Content-Type: text/plain\nContent-Type: text/html\n\n<p>body\n";
