# CGI::Push-like: several parts.
use CGI;
$| = 1;
my $q = CGI->new;
print $q->multipart_init(-boundary => 'B');
for my $n (1 .. 3) {
    print $q->multipart_start(-type => 'text/plain'), "part $n\n";
    print $n < 3 ? $q->multipart_end : $q->multipart_final;
}
