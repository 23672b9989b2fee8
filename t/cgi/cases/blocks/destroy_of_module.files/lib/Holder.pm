package Holder;
our $object = bless {};
my $hidden = bless { hidden => 1 };
sub hidden { return $hidden }
sub DESTROY { print $_[0]{hidden} ? "hidden " : "seen ", "object ends\n" }
1;
