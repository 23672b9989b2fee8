#!/usr/bin/perl

# Real CGI programs answer as under mod_cgid, under the event MPM.

use Mehari::Test;
use Mehari::Test::Corpus;

my $why = Mehari::Test::Corpus->why_not;
plan skip_all => $why if defined $why;

my $corpus = Mehari::Test::Corpus->new(mpm => 'event');
$corpus->compare(label => 'two rounds, all mixed', rounds => 2, mixed => 1);

done_testing();
