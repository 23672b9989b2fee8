# A module that is loaded at run time, and then written anew by the script.
print "Content-Type: text/plain\n\n";

sub write_module {
    my ($value) = @_;
    open my $out, '>', 'work/Counter.pm' or die $!;
    print $out "package Counter; sub value { return $value } 1;\n";
    close $out or die $!;
}

write_module(0) if !-e 'work/Counter.pm';
unshift @INC, 'work';
require Counter;
print Counter::value(), "\n";
write_module(Counter::value() + 1);
