package Mehari::Explain::Shebang;

# The first line of a script: tells whether it is for this perl, and its
# switches.

use Mehari::Perl;

sub first_line ($script) {
    open my $handle, '<', $script or return undef;
    my $line = <$handle>;
    close $handle;
    return $line // '';
}

# A code and its subject for each finding.
sub look ($script) {
    my ($line) = (first_line($script) // '') =~ /\A#!(.*)/ or return;
    my ($program, @words) = split ' ', $line;
    ($program, @words) = @words if ($program // '') =~ m{/env\z};
    return [ MH4004 => $program // 'nothing' ]
        if ($program // '') !~ m{(?:\A|/)perl[\d.]*\z};
    return map { [ lc $_ eq '-t' ? 'MH4005' : 'MH4006', $_ ] }
        grep { $_ ne '-w' } switches(@words);
}

# True if the line has -T, which perl also wants on its command line.
sub taints ($script) {
    my ($program, @words) = split ' ',
        (first_line($script) // '') =~ s/\A#!//r;
    ($program, @words) = @words if ($program // '') =~ m{/env\z};
    my ($switch) = grep { lc $_ eq '-t' } switches(@words);
    return $switch // ();
}

sub switches (@words) {
    my @switches;
    for my $word (@words) {
        last if $word !~ /\A-(?!-)(.+)/;
        my @letters = split //, $1;
        while (defined(my $letter = shift @letters)) {
            push @switches, "-$letter";

            # The rest is the value of the switch.
            last if $letter !~ /[acnpstTuUvwWXf]/;
        }
    }
    return @switches;
}

1;

__END__

=head1 NAME

Mehari::Explain::Shebang - the first line of a script

=cut
