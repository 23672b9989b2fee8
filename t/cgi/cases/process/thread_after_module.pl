# As thread_after_database.pl, but with a module without C code, an END block
# and a destructor.
use strict;
use warnings;

sub Goes::DESTROY { print "destroyed\n" }
our $goes = bless [], 'Goes';
END { print "END\n" }

print "Content-Type: text/plain\n\n";
require Text::Balanced;
require Time::Local;
my $said = eval {
    require threads;
    join ', ', map { $_->join } map { threads->create(sub { @_ }, $_) } 1 .. 3;
};
print $said // 'no threads', "\n";
