# A format over lexicals.
my ($name, $value);
format STDOUT_TOP =
Name       Value
----------------
.
format STDOUT =
@<<<<<<<<< @>>>>
$name,     $value
.
print "Content-Type: text/plain\n\n";
for (['one', 1], ['two', 22], ['three', 333]) {
    ($name, $value) = @$_;
    write;
}
print "lines left: $-\n";
