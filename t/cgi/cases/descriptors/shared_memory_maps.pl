# Nothing of the server is mapped: no module, no shared memory.
open my $in, '<', '/proc/self/maps' or die;
my @files = grep {m{/}} map { (split)[5] // () } <$in>;
print "Content-Type: text/plain\n\n";
print "$_\n" for grep {/apache|httpd|mod_|SYSV|deleted/} @files;
print "looked\n" if @files;
