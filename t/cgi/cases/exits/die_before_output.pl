# die and no page.
die "no page\n";
