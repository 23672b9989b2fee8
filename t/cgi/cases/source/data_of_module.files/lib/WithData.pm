package WithData;
my $text;
sub text { return $text //= join '', <DATA> }
1;
__DATA__
the module's
