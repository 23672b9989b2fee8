# The environment that the kernel has, as a debugger or ps would show it.
print "Content-Type: text/plain\n\n";
open my $in, '<', '/proc/self/environ' or die;
my %seen = map { split /=/, $_, 2 } split /\0/, do { local $/; <$in> };
print map { "$_=" . ($seen{$_} // 'undef') . "\n" }
    qw(QUERY_STRING REQUEST_METHOD SERVER_NAME MOD_PERL);
