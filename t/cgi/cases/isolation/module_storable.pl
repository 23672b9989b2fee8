print "Content-Type: text/plain\n\n";
use Storable qw(freeze thaw dclone); print $Storable::canonical // 'u', "\n"; $Storable::canonical = 1; $Storable::Deparse = 1; print thaw(freeze({a=>1}))->{a}, "\n"; $Storable::forgive_me = 1; my $x = eval { dclone({ f => sub {1} }) }; print $x ? "ok" : "no", $@ ? 1 : 0, "\n";
