# Arguments come with any method.
print "Content-Type: text/plain\n\n";
print "@ARGV|", <STDIN>, "\n";
