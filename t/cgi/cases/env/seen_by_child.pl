# A child sees what the script has set, deleted and made local.
print "Content-Type: text/plain\n\n";
$ENV{MINE} = 'set here';
delete $ENV{SERVER_SOFTWARE};
print `/usr/bin/printenv MINE SERVER_SOFTWARE QUERY_STRING`;
{
    local $ENV{MINE} = 'for a while';
    print `/usr/bin/printenv MINE`;
}
print `/usr/bin/printenv MINE`;
