print "Content-Type: text/plain\n\n";
use Text::Wrap; print wrap('', '  ', 'some words ' x 20), "\n"; $Text::Wrap::columns = 20; $columns = 30; print wrap('', '  ', 'some words ' x 5), "\n"; $Text::Wrap::huge = 'overflow';
