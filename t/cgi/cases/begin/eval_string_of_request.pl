# BEGIN makes code from a value of the request, and evaluates it.
BEGIN { my $name = $ENV{QUERY_STRING} =~ /^(\w+)$/ ? $1 : 'none'; eval "sub who { return '$name' }" }
print "Content-Type: text/plain\n\n";
print who(), "\n";
