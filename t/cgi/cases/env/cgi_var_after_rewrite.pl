# CGIVar decides whether REQUEST_URI is the requested path or the rewritten
# one.
print "Content-Type: text/plain\n\n";
print "$_=$ENV{$_}\n" for sort grep {
    /^(?:REDIRECT|REQUEST|SCRIPT|PATH|QUERY|REMOTE_USER|AUTH|CONTENT)_?/
        && !/H2_|\APATH\z/
} keys %ENV;
