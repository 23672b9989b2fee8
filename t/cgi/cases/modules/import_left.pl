# A name that one request has imported is not there in the next.
print "Content-Type: text/plain\n\n";
print defined &main::first ? "left\n" : "fresh\n";
require List::Util;
List::Util->import('first');
