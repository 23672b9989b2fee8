package Upper {
    sub TIEHANDLE { bless {} }

    sub PRINT {
        my $self = shift;
        push @{ $self->{said} }, map { uc } @_;
        1;
    }
}
print "Content-type: text/plain\n\n";
tie *STDOUT, 'Upper';
print "tied\n";
my $said = tied(*STDOUT)->{said};
untie *STDOUT;
print "said: @$said", $$ ? "ok\n" : "";
