# A thread has perl_destruct() free the whole interpreter at the end of the
# program; modules that the program has loaded while it ran are known by then.
use strict;
use warnings;

print "Content-Type: text/plain\n\n";
my $said = eval {
    require threads;
    require DBI;
    my $base = DBI->connect('dbi:SQLite::memory:', '', '', { RaiseError => 1 });
    my ($one) = $base->selectrow_array('select 1');
    undef $base;
    my $two = threads->create(sub { 2 })->join;
    "$one, $two\n";
};
print $said // "no threads or no DBD::SQLite\n";
