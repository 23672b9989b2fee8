# require and import at run time.
print "Content-Type: text/plain\n\n";
require List::Util;
List::Util->import('max');
print max(1, 5, 3), "\n";
print exists $main::{max} ? "in main\n" : "elsewhere\n";
