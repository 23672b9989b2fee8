# A module reads the body while it is loaded.
use lib 'lib';
use Body;
print "Content-Type: text/plain\n\n";
print "<$Body::text>\n";
