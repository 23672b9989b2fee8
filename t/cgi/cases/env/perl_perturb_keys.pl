# PERL_PERTURB_KEYS=2 by SetEnv: an order that depends on all hashes before.
my %h = map { $_ => 1 } qw(name email phone address zip city user pass);
print "Content-Type: text/plain\n\n", join(',', keys %h), "\n";
