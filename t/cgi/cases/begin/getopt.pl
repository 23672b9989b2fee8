# Getopt::Long in BEGIN.
use Getopt::Long;
my $verbose;
BEGIN { GetOptions('verbose' => \$verbose) }
print "Content-Type: text/plain\n\n";
print $verbose ? "verbose\n" : "quiet\n";
