# A script that fails has its ErrorDocument by another script.
die "no page\n";
