# Duplicates of STDOUT: order by flushing.
print "Content-Type: text/plain\n\n";
open my $copy, '>&', \*STDOUT or die;
open my $alias, '>&=', \*STDOUT or die;
print "one\n";
$| = 1;
print {$copy} "two\n";
close $copy;
print {$alias} "three\n";
close $alias;
