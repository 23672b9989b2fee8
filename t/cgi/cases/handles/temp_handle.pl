# open with undef: an anonymous file.
print "Content-Type: text/plain\n\n";
open my $file, '+>', undef or die;
print $file "text\n";
seek $file, 0, 0;
print <$file>;
