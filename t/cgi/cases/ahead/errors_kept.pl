#!/usr/bin/perl
print "Content-type: text/plain\n\n", $! + 0, "\n";
open my $in, '<', '/nonexistent/file';
my $error = $! + 0;
my $query = $ENV{QUERY_STRING};
print "$error ", $! + 0, " $query\n";
eval { die "first\n" };
$error = $@;
my $time = time;
print $error eq $@ ? "ok\n" : "not ok: $@\n";
eval { require No::Such::Module };
my $id = $$;
print $@ =~ /\A(Can't locate No.Such.Module.pm in \@INC)/, "\n";
print exists $INC{'No/Such/Module.pm'} ? "there\n" : "not there\n";
$! = 5;
my $words = @ARGV;
print $! + 0, " $words\n";
