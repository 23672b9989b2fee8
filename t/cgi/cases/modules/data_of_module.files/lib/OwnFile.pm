package OwnFile;
sub lines { open my $in, '<', __FILE__ or die; return scalar(() = <$in>) }
1;
