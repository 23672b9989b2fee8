use lib '.';
our %setting;
require './settings.pl';
my $more = do './more.pl';
print "Content-type: text/plain\n\n$setting{name} $more->{answer} ",
    join(' ', sort grep { /settings|more/ } keys %INC), "\n";
