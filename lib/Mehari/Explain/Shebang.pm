package Mehari::Explain::Shebang;

# The first line of a script: whether it is for this perl, and its switches.

use v5.36;

# What the fresh tier does as perl does. -W and -X are warnings as well, but for
# all that is loaded.
my %HARMLESS = map { $_ => 1 } qw(w);

sub first_line ($script) {
    open my $handle, '<', $script or return undef;
    my $line = <$handle>;
    close $handle;
    return $line // '';
}

# Adds what it finds to $findings.
sub look ($script, $findings) {
    my %at   = (file => $script, line => 1);
    my $line = -f $script ? first_line($script) : undef;
    return $findings->add('MH4007', file => $script, error => "$!")
        if !defined $line;

    # A library has no first line for the kernel.
    return if defined $ENV{MEHARI_EXPLAIN_SEEN};
    my ($interpreter) = $line =~ m{\A#![ \t]*(/[^ \t\n]*)};
    return $findings->add('MH4011', %at)
        if !defined $interpreter || !-f $interpreter || !-x _;
    my ($program, @words) = split ' ', $line =~ s/\A#!//r;
    ($program, @words) = @words if ($program // '') =~ m{/env\z};
    return $findings->add('MH4004', %at, subject => $program // 'nothing')
        if ($program // '') !~ m{(?:\A|/)perl[\d.]*\z};
    look_at_switch($_, $findings, %at) for switches(@words);
    return;
}

# The switch that perl wants on its command line, too.
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

            # The rest is what the switch is given.
            last if $letter !~ /[acnpstTuUvwWXf]/;
        }
    }
    return @switches;
}

sub look_at_switch ($switch, $findings, %at) {
    my $letter = substr $switch, 1;
    return if $HARMLESS{$letter};
    my $code = lc $letter eq 't' ? 'MH4005' : 'MH4006';
    return $findings->add($code, %at, subject => $switch);
}

1;

__END__

=head1 NAME

Mehari::Explain::Shebang - the first line of a script

=cut
