#!/usr/bin/perl

# Real CGI programs answer as under mod_cgi, under the prefork MPM.

use Mehari::Test;
use Mehari::Test::Corpus;

my $why = Mehari::Test::Corpus->why_not;
plan skip_all => $why if defined $why;

my $corpus = Mehari::Test::Corpus->new(mpm => 'prefork');
$corpus->compare(label => 'three rounds', rounds => 3);
$corpus->compare(label => 'all mixed',    mixed  => 1);

done_testing();
