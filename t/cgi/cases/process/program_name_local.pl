# local $0.
print "Content-Type: text/plain\n\n";
{
    local $0 = 'for a while';
    print "$0\n";
}
print "$0\n";
