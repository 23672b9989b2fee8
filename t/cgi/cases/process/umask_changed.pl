# A changed umask is gone with the request.
print "Content-Type: text/plain\n\n";
printf "%04o\n", umask;
umask 077;
open my $out, '>', "work/private" or die;
printf "%04o\n", (stat $out)[2] & 07777;
