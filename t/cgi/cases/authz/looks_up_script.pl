# The check is a subrequest for another script, which does not run.
my @body = <STDIN>;
print "Content-Type: text/plain\n\n";
print "$_=$ENV{$_}\n" for sort grep {
    /^(?:REDIRECT|REQUEST|SCRIPT|PATH|QUERY|REMOTE_USER|AUTH|CONTENT)_?/
        && !/H2_|\APATH\z/
} keys %ENV;
print -e 'work/ran' ? "ran\n" : "did not run\n";
