# printf, say, a list with $, and $\.
use feature 'say';
print "Content-Type: text/plain\n\n";
printf "%05.1f|%-5s|%x\n", 3.14159, 'ab', 255;
say for 1, 2;
{ local ($, , $\) = ('-', "!\n"); print 1, 2, 3 }
