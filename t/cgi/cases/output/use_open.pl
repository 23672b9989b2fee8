# use open, and a file.
use utf8;
use open qw(:std :utf8);
print "Content-Type: text/plain\n\n";
print "é☃\n";
open my $out, '>', 'work/text' or die;
print $out "é☃\n";
close $out;
print -s 'work/text', "\n";
