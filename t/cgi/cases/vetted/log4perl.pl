use Log::Log4perl qw(:easy);
Log::Log4perl->easy_init({ level => $INFO, file => 'STDOUT', layout => '%p %m%n' });
my $layout = Log::Log4perl::Layout::PatternLayout->new('%r');
print "Content-type: text/plain\n\n";
INFO("asked $ENV{QUERY_STRING}");
DEBUG('not seen');
print $layout->render('', 'x', 1, 0) < 2000 ? "soon\n" : "late\n";
