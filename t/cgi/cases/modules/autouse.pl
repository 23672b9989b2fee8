# autouse and AUTOLOAD.
use autouse 'Text::Wrap' => qw(wrap);
print "Content-Type: text/plain\n\n";
print exists $INC{'Text/Wrap.pm'} ? "loaded\n" : "not yet\n";
print wrap('', '', 'text'), "\n";
