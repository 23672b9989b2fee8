#!/usr/bin/perl
# A page made with CGI.pm: a form that keeps its values
use strict;
use warnings;
use CGI;

my $q = CGI->new;
$q->charset('utf-8');
print $q->header,
    $q->start_html('Convert a temperature'),
    $q->h1('Convert a temperature'),
    $q->start_form(-method => 'GET'),
    $q->textfield(-name => 'degrees', -default => 20, -size => 6), ' ',
    $q->popup_menu(-name => 'from', -values => [qw(Celsius Fahrenheit)]), ' ',
    $q->submit('Convert'),
    $q->end_form;

my $degrees = $q->param('degrees');
if (defined $degrees && $degrees =~ /\A-?\d+(?:\.\d+)?\z/) {
    my $text
        = $q->param('from') eq 'Fahrenheit'
        ? sprintf '%s °F are %.1f °C', $degrees, ($degrees - 32) * 5 / 9
        : sprintf '%s °C are %.1f °F', $degrees, $degrees * 9 / 5 + 32;
    print $q->p($q->strong($text));
}
elsif (defined $degrees) {
    print $q->p('That is not a number: ' . $q->escapeHTML($degrees));
}
print $q->end_html;
