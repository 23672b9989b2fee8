#!/usr/bin/perl
my $folder = './names';
opendir my $all, $folder or die "$folder: $!";
my %seen = map { $_ => 1 } scalar readdir $all, scalar readdir $all;
my $query = $ENV{QUERY_STRING};
$seen{$_}++ while defined($_ = readdir $all);
print "Content-type: text/plain\n\n$query\n";
print "$_ $seen{$_}\n" for sort keys %seen;
rewinddir $all;
print scalar(() = readdir $all), "\n";
closedir $all;
