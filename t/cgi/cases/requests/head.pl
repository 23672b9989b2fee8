# HEAD: the script runs, its body is not sent.
print "Content-Type: text/plain\nX-Method: $ENV{REQUEST_METHOD}\n\nbody\n";
open my $out, '>>', 'work/ran' or die;
print $out "$ENV{REQUEST_METHOD}\n";
