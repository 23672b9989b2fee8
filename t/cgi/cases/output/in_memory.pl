# STDOUT to a scalar.
print "Content-Type: text/plain\n\n";
{
    local *STDOUT;
    open STDOUT, '>', \my $text or die;
    print "kept";
    close STDOUT;
    print STDERR "text: $text\n";
}
print "page\n";
