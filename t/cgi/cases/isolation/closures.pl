print "Content-Type: text/plain\n\n";
use strict; use warnings;
my $count = 0;
my @list = (1);
my %seen;
sub up { $count++; push @list, $count; $seen{$count}++; return $count }
sub outer {
    my $inner = sub { $count += 10; push @list, "in"; $count };
    return $inner->();
}
print up(), up(), outer(), " @list ", join(',', sort keys %seen), "\n";
our @subs = map { my $n = $_; sub { $n++ . $count++ } } 1 .. 3;
print join(' ', map { $_->() } @subs, @subs), "\n";
sub nested { my $x = shift; no warnings 'closure'; sub deep { $x++ } return deep() . deep() }
{ no warnings; print nested(5), nested(7), "\n"; }
my $code = \&up;
print $code->(), "\n";
{
    my $private = 100;
    sub private { return $private++ }
}
print private() // 'undef', private() // 'undef', "\n";
BEGIN { my $id = 0; no warnings 'once'; *main::next_id = sub { return ++$id } }
print next_id(), next_id(), "\n";
my $from_begin;
BEGIN { $from_begin = 'set in BEGIN' }
print $from_begin, "\n";
sub see { return $from_begin . '!' }
$from_begin = 'changed'; print see(), "\n";
