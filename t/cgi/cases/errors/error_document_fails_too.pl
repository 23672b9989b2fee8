# An ErrorDocument that fails as well.
die "first\n";
