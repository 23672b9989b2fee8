# The page for one error is itself not found: no second ErrorDocument.
die "the script\n";
