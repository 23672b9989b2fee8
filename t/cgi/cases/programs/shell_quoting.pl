# Arguments with all kinds of quotes.
print "Content-Type: text/plain\n\n";
my $text = q{it's "quoted" $x `y` \z};
open my $from, '-|', 'printf', '%s', $text or die;
my $got = <$from>;
print $got eq $text ? "same\n" : "$got\n";
