print "Content-Type: text/plain\n\n";
use Memoize; my $calls = 0; sub slow { $calls++; $_[0] * 2 } memoize('slow'); slow(2); slow(2); print "$calls\n"; Memoize::flush_cache('slow'); slow(2); print "$calls\n"; 
