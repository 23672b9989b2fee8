# pos of a global, the last match, $& and $1.
our $text = 'aXbXc';
print "Content-Type: text/plain\n\n";
print defined pos $text ? "left\n" : "none\n";
print defined $1 ? "left $1\n" : "none\n";
$text =~ /(X)/g;
print pos $text, " $1\n";
