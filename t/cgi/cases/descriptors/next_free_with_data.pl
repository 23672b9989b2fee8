# ... 4 with DATA.
open my $one, '<', '/dev/null' or die;
print "Content-Type: text/plain\n\n";
print fileno $one, "\n";
__END__
