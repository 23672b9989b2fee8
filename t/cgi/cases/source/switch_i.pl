#!/usr/bin/perl -pi.bak
# -i: files named by the arguments are changed, with a copy.
BEGIN {
    print "Content-Type: text/plain\n\n";
    open my $out, '>', 'work/file.txt' or die;
    print $out "some text\n";
}
s/some/other/;
