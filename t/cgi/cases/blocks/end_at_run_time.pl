# END of a module that is loaded at run time, and of a string eval.
print "Content-Type: text/plain\n\n";
require './late.pl';
eval 'END { print "eval\n" }';
