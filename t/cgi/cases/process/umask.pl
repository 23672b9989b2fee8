# umask as httpd has it.
print "Content-Type: text/plain\n\n";
printf "%04o\n", umask;
open my $out, '>', 'work/made' or die;
mkdir 'work/dir' or print -d 'work/dir' ? '' : "no dir\n";
printf "%04o %04o\n", (stat 'work/made')[2] & 07777,
    (stat 'work/dir')[2] & 07777;
