# A script as the ErrorDocument for 401.
my @body = <STDIN>;
print "Content-Type: text/plain\n\n";
print "$_=$ENV{$_}\n" for sort grep {
    /^(?:REDIRECT|REQUEST|SCRIPT|PATH|QUERY|REMOTE_USER|AUTH|CONTENT)_?/
        && !/H2_|\APATH\z/
} keys %ENV;
