# The functions, which keep an object in a global.
use CGI qw(:standard);
print header(-type => 'text/html', -charset => 'utf-8'), start_html('Title'), h1('Hello ' . escapeHTML(param('name') // 'nobody')), end_html, "\n";
