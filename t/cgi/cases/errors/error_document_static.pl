# ... by a file.
die "no page\n";
