# HEAD of a page with a script in it.
print "Content-Type: text/html\n\ninner $ENV{REQUEST_METHOD}\n";
