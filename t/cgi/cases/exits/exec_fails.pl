# exec of what is not there comes back.
print "Content-Type: text/plain\n\n";
{ no warnings; exec '/nonexistent/program' or print "no: $!\n" }
print "goes on\n";
