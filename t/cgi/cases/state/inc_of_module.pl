# A cache in a core module.
use Text::Wrap qw(wrap);
print "Content-Type: text/plain\n\n";
print "$Text::Wrap::columns\n";
$Text::Wrap::columns = 20;
print wrap('', '  ', 'a few words that do not fit into a line'), "\n";
