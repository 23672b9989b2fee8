# A module that notes the process in which it is loaded.
use lib 'lib';
use Process;
print "Content-Type: text/plain\n\n";
print $Process::id == $$ ? "mine\n" : "another's\n";
