#!/usr/bin/perl

# The guide's counter: each hit is written to a database.
use strict;
use DBI;

my $dbh = DBI->connect(@ENV{qw(BENCH_DSN BENCH_USER)},
    '', { RaiseError => 1, AutoCommit => 1 });
$dbh->do('UPDATE hits SET number = number + 1 WHERE page = ?',
    undef, '/index.html');
my ($number) = $dbh->selectrow_array('SELECT number FROM hits WHERE page = ?',
    undef, '/index.html');
print "Content-type: text/plain\n\nHits so far:\n";
print "$number hits\n";
$dbh->disconnect;
