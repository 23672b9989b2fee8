# A DBM file that lives from request to request.
use SDBM_File;
use Fcntl;
print "Content-Type: text/plain\n\n";
tie my %h, 'SDBM_File', 'work/db', O_RDWR | O_CREAT, 0666 or die $!;
$h{count} //= 0;
$h{count}++;
print $h{count} <= 8 ? "counts\n" : "odd\n";
print exists $h{count} ? 1 : 0, "\n";
