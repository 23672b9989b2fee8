# escapeHTML loads HTML::Entities at run time.
use CGI qw(:standard);
print header('text/plain');
print exists $INC{'HTML/Entities.pm'} ? "loaded\n" : "not yet\n";
print escapeHTML('<&">'), "\n";
print exists $INC{'HTML/Entities.pm'} ? "loaded\n" : "not needed\n";
