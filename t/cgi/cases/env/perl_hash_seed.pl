# PERL_HASH_SEED=0 by SetEnv: a known order.
print "Content-Type: text/plain\n\n";
my %h = map { $_ => 1 } 'a' .. 'p';
print join(' ', keys %h), "\n";
