package Importer;
our @args;
sub import {
    my ($class, @names) = @_;
    push @args, @names;
    my $caller = caller;
    no strict 'refs';
    *{"${caller}::greet"} = sub { return "hello $caller" };
}
1;
