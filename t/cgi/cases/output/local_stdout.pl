# local *STDOUT and system.
$| = 1;
print "Content-Type: text/plain\n\n";
{
    local *STDOUT;
    open STDOUT, '>', '/dev/null';
    print "nowhere\n";
    system 'echo where';
}
print "page\n";
