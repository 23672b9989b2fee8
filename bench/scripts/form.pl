#!/usr/bin/perl

# A page of a usual CGI.pm program: it reads and escapes parameters, and fills
# in a form with them.
use strict;
use warnings;
use CGI qw(-utf8);

my $q    = CGI->new;
my $name = $q->param('name') // 'nobody';
my $size = $q->param('size') // 0;

print $q->header(-type => 'text/html', -charset => 'utf-8');
print "<html><head><title>A form</title></head><body>\n";
print $q->h1('Order'), "\n", $q->start_form(-action => '/order'), "\n";
print $q->textfield(-name => 'name', -default => $name), "\n";
print $q->popup_menu(
    -name    => 'size',
    -values  => [ 1 .. 5 ],
    -default => $size
    ),
    "\n";
print $q->checkbox_group(
    -name    => 'colour',
    -values  => [qw(red green blue)],
    -default => [ $q->multi_param('colour') ]
    ),
    "\n";
print $q->submit('send'), "\n", $q->end_form, "\n";
print $q->p('For ' . CGI::escapeHTML($name) . ", size $size"), "\n";
print "</body></html>\n";
