# exec of a program that does not exist returns.
print "Content-Type: text/plain\n\n";
{ no warnings; exec '/nonexistent/program' or print "no: $!\n" }
print "goes on\n";
