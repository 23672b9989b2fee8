# A handle that was left open is not flushed if the script is killed.
$| = 1;
print "Content-Type: text/plain\n\n";
open my $out, '>', 'work/never' or die;
print $out "lost\n";
print "page\n";
kill KILL => $$;
