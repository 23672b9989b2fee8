# The words that ps shows: the interpreter and the script.
print "Content-Type: text/plain\n\n";
open my $in, '<', '/proc/self/cmdline' or die;
print join('|', split /\0/, do { local $/; <$in> }), "\n";
