# A CGI program that runs another one and shows what it says.
print "Content-Type: text/plain\n\n";
print "outer\n", `./inner.pl`;
