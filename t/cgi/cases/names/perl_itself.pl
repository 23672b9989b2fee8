# perl itself as a CGI program reads its program from STDIN.
print "Content-Type: text/plain\n\n";
