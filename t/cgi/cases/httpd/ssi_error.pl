# A page with a script that fails.
die "in the page\n";
