# A variable of a module.
use lib 'lib';
use Counter;
print "Content-Type: text/plain\n\n";
print Counter::next_one(), Counter::next_one(), " $Counter::total\n";
