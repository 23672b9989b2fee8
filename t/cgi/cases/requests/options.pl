# OPTIONS goes to the script.
print "Content-Type: text/plain\n\n";
print "Allow by script: $ENV{REQUEST_METHOD}\n";
