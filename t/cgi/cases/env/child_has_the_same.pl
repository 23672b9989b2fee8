# The environment of a program is that of the script, no more and no less.
print "Content-Type: text/plain\n\n";
my %theirs = map { split /=/, $_, 2 } split /\0/, `/usr/bin/env -0`;
delete $theirs{_};
my @odd = grep { ($theirs{$_} // "\0") ne ($ENV{$_} // "\0") }
    sort keys %{ { %theirs, %ENV } };
print scalar(keys %theirs) > 15 ? "many\n" : "few\n", "differ: @odd.\n";
