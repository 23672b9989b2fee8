# $^I and @ARGV: editing files as perl -i does.
print "Content-Type: text/plain\n\n";
open my $out, '>', 'work/file' or die;
print $out "old text\n";
close $out;
{
    local ($^I, @ARGV) = ('.orig', 'work/file');
    while (<>) { s/old/new/; print }
}
open my $in, '<', 'work/file' or die;
print <$in>;
