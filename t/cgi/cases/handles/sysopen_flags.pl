# sysopen, O_EXCL and modes under the umask.
use Fcntl;
print "Content-Type: text/plain\n\n";
unlink 'work/x';
print sysopen(my $one, 'work/x', O_WRONLY | O_CREAT | O_EXCL, 0666) ? "made\n" : "no\n";
print sysopen(my $two, 'work/x', O_WRONLY | O_CREAT | O_EXCL, 0666) ? "made\n" : "there\n";
printf "%04o\n", (stat 'work/x')[2] & 07777;
