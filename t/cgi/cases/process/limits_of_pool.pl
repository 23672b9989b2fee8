# The limits of CPU time and memory.
print "Content-Type: text/plain\n\n";
open my $in, '<', '/proc/self/limits' or die;
print grep {/^Max (?:data|cpu)/} <$in>;
