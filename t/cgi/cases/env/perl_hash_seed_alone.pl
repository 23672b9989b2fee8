# PERL_HASH_SEED without PERL_PERTURB_KEYS: the order is deterministic.
my %h = map { $_ => 1 } qw(name email phone address zip city user pass);
print "Content-Type: text/plain\n\n", join(',', keys %h), "\n";
