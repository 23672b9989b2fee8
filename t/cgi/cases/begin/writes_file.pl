# A file that is written in BEGIN is written in each request.
BEGIN { open my $out, '>>', 'work/log' or die; print $out "compiled\n" }
print "Content-Type: text/plain\n\n";
print -s 'work/log' ? "written\n" : "empty\n";
