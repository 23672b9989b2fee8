# $^O, $], hostname: what does not change may be looked at.
use Config;
use constant IS_LINUX => $^O eq 'linux';
my $threads;
BEGIN { $threads = $Config{useithreads} }
print "Content-Type: text/plain\n\n";
print IS_LINUX ? "linux\n" : "other\n";
