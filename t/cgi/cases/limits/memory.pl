# RLimitMEM is what the script sees.
print "Content-Type: text/plain\n\n";
open my $in, '<', '/proc/self/limits' or die;
print grep {/address space/} <$in>;
