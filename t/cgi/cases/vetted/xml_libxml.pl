use XML::LibXML;
my $early = XML::LibXML->load_xml(string => '<a><b n="1"/><b n="2"/></a>');
print "Content-type: text/plain\n\n";
my $late = XML::LibXML->load_xml(string => "<x>$ENV{QUERY_STRING}</x>");
print $late->toString, join(',', map { $_->getAttribute('n') }
        $early->findnodes('//b')), "\n";
