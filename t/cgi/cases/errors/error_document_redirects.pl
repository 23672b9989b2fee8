# An ErrorDocument that sends on to another script, or to somewhere else.
my @body = <STDIN>;
my $to = $ENV{REDIRECT_QUERY_STRING} // '';
print "Location: http://elsewhere.test/\n\n" if $to eq 'away';
print "Location: /errors/error_document_redirects/last.pl/x?from=$ENV{REDIRECT_STATUS}\n\n";
