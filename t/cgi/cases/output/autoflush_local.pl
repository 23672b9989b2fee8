# local $|.
print "Content-Type: text/plain\n\n";
{
    local $| = 1;
    print "one\n";
    system 'echo two';
}
print "three $|\n";
