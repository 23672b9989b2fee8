# A script that is slow for a while, below any limit.
select undef, undef, undef, 0.3;
print "Content-Type: text/plain\n\n";
print "slow\n";
