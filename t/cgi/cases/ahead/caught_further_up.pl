use strict;
use warnings;
our ($shown, @list) = ('outer', 1);
sub place { join ' ', map { $_ // '' } (caller $_[0])[ 0, 2, 3, 4, 5 ] }

sub inner {
    local $shown = 'inner';
    local $_     = 'topic';
    push @list, place(1);
    die "no query\n" if !length $ENV{QUERY_STRING};
    die { query => $ENV{QUERY_STRING} };
}
sub middle { local $SIG{__DIE__} = sub { push @list, "handler" }; inner() }
print "Content-type: text/plain\n\n";
for my $number (1 .. 2) {
    my $done = eval { middle($number); 1 };
    print ref $@ ? "query $@->{query}\n" : $@, $done ? "done\n" : "not done\n";
    print "$shown $number @list\n";
}
