# Everybody may use GET; other methods need a login.
print "Content-Type: text/plain\n\n";
print "$_=$ENV{$_}\n" for sort grep {
    /^(?:REDIRECT|REQUEST|SCRIPT|PATH|QUERY|REMOTE_USER|AUTH|CONTENT)_?/
        && !/H2_|\APATH\z/
} keys %ENV;
print "body: ", scalar(<STDIN>) // 'none', "\n";
