# A program's output arrives while the program runs.
$| = 1;
print "Content-Type: text/plain\n\n";
system 'echo first line; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -e work/go ] && break; sleep 0.1; done';
print -e 'work/go' ? "released\n" : "nobody came\n";
unlink 'work/go';
