# Formats with pages.
print "Content-Type: text/plain\n\n";
format STDOUT_TOP =
page @<
$%
.
format STDOUT =
@>>>
$line
.
$= = 5;
for $line (1 .. 7) { write }
