# A program that runs only if nobody has called it.
main() unless caller;
sub main {
    print "Content-Type: text/plain\n\n";
    print "ran\n";
}
