# A query without = becomes arguments.
print "Content-Type: text/plain\n\n";
print map {"<$_>\n"} @ARGV;
