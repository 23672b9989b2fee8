package App;
sub import { print "Content-Type: text/plain\n\n$ENV{QUERY_STRING}\n"; exit }
1;
