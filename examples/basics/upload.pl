#!/usr/bin/perl
# Receives a file and prints its size
use strict;
use warnings;
use CGI;

my $q = CGI->new;
$q->charset('utf-8');
print $q->header, $q->start_html('Upload'), $q->h1('Upload'),
    $q->start_multipart_form, $q->filefield(-name => 'file'), ' ',
    $q->submit('Send'), $q->end_form;

if (my $file = $q->upload('file')) {
    my ($bytes, $lines) = (0, 0);
    while (defined(my $line = <$file>)) {
        $bytes += length $line;
        $lines++;
    }
    my $name = $q->escapeHTML(scalar $q->param('file'));
    print $q->p("$name: $bytes bytes in $lines lines");
}
print $q->end_html;
