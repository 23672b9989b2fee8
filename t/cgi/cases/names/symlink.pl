# A link: $0, FindBin and cwd are those of the link.
use FindBin;
use Cwd;
print "Content-Type: text/plain\n\n";
print "$0\n$FindBin::Bin $FindBin::RealBin\n", getcwd(), "\n";
