#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
no strict; no warnings;
print "top [", (defined $_ ? $_ : "undef"), "] [", defined $1 ? $1 : "undef", "] ", scalar(@INC) > 2 && !grep({ ref or m/nowhere/ } @INC) ? "inc" : "badinc", " $^W ", exists $INC{"made.pl"} ? "bad" : "ok", " ", $^T > 1000 ? "time" : "notime", " ", defined $SIG{INT} ? "sig" : "nosig", " ", defined $SIG{USR1} ? "sig":"nosig", "\n";
print "0: ", ($0 =~ m{([^/]*)\z})[0], "\n";
print defined $, ? 1 : 0, defined $\ ? 1 : 0, $/ eq "\n" ? 1 : 0, $| , $; eq "\034" ? 1 : 0, "[$\"]\n";
print "err [$@] [", $! + 0, "] [$?]\n";
print "args @ARGV\n"; push @ARGV, 'more'; print scalar(@ARGV), "\n";
$, = '-'; $\ = "!\n"; $/ = undef; $| = 1; $; = 'x'; $" = ':'; $0 = 'other'; $^A = 'acc';
print 1, 2; my @l = (1, 2); print "@l";
eval { die "oops\n" }; $! = 5; $? = 7; $^W = 1; $_ = 'topic';
$SIG{INT} = sub { }; $SIG{USR1} = 'IGNORE'; local $SIG{ALRM} = sub { };
push @INC, '/nowhere'; unshift @INC, sub { };
$INC{'made.pl'} = 1;
$^T = 5; select STDERR; 
"abc" =~ /b(.)/; 
print STDOUT "cap $1";
print STDOUT exists $INC{'made.pl'};
