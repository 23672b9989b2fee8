# Subs by name.
sub action_show { return "show @_" }
print "Content-Type: text/plain\n\n";
my $name = "action_$ENV{QUERY_STRING}";
print defined &$name ? &$name(1) : 'no such action', "\n";
print main->can($name) ? "can\n" : "cannot\n";
