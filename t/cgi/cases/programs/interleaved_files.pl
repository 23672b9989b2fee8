# A program that appends to what perl has open.
print "Content-Type: text/plain\n\n";
open my $out, '>>', "work/log" or die;
select((select($out), $| = 1)[0]);
print $out "perl\n";
system 'echo program >>work/log';
print $out "perl\n";
close $out;
open my $in, '<', "work/log" or die;
my @lines = <$in>;
print @lines[-3 .. -1];
