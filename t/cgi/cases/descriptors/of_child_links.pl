# None of the three descriptors of a started program is a file of the server.
print "Content-Type: text/plain\n\n";
print map { s{.*/}{}r } grep {!/pipe|socket|null/} `readlink /proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2`;
