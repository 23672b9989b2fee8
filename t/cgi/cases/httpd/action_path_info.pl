# Action, with AcceptPathInfo in the section of the requested file.
print "Content-Type: text/plain\n\n";
print "$_=$ENV{$_}\n" for sort grep {
    /^(?:REDIRECT|REQUEST|SCRIPT|PATH|QUERY|REMOTE_USER|AUTH|CONTENT)_?/
        && !/H2_|\APATH\z/
} keys %ENV;
