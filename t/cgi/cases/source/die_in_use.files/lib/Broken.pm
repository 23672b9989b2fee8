package Broken;
die "broken on purpose\n";
