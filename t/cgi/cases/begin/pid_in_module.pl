# A module that notes in which process.
use lib 'lib';
use Process;
print "Content-Type: text/plain\n\n";
print $Process::id == $$ ? "mine\n" : "another's\n";
