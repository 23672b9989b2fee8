# A module that is loaded at run time, several times, and then changed.
print "Content-Type: text/plain\n\n";
unshift @INC, 'lib';
require Later;
print Later::value(), "\n";
