# A script in a page that fails.
die "in the page\n";
