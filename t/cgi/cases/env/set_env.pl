# SetEnv and UnsetEnv, with values that need quotes.
print "Content-Type: text/plain\n\n";
print map { "$_=" . ($ENV{$_} // 'undef') . "\n" } qw(PLAIN EMPTY QUOTED GONE);
