# select of another handle, and back.
print "Content-Type: text/plain\n\n";
open my $file, '>', 'work/file' or die;
my $old = select $file;
print "to the file\n";
select $old;
print "to the page as $old\n";
