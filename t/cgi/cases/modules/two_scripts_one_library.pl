# Two scripts that require the same file.
print "Content-Type: text/plain\n\n";
require './common.pl';
print common(), "\n";
