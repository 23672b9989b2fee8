# Output after a local redirect goes nowhere, and the script goes on.
$| = 1;
print "Location: /headers/location_local_output/page.txt\n\n";
print "ignored\n" x 100;
open my $out, '>', 'work/after' or die;
print $out "went on\n";
