# A program that reads a message to its end, as sendmail does.
print "Content-Type: text/plain\n\n";
open my $mail, '|-', 'cat >work/mail; exit 0' or die;
print $mail "To: someone\n\nHello\n";
close $mail or print "failed\n";
print -s 'work/mail', "\n";
