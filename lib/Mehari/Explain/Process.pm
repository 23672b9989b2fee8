package Mehari::Explain::Process;

# A perl of its own that examines a script (Mehari::Explain::Examine).

use v5.36;

# No module is loaded here: an examined script would find it.

# The lines of its report; none when there is none. The script and the library
# (where this is) are named as that perl will find them. May be given: a
# directory to go to; environment; words, for perl's command line.
sub report ($script, %how) {
    pipe my $from, my $to or die "pipe: $!.\n";
    my $pid = fork // die "fork: $!.\n";
    if (!$pid) {
        close $from;
        become($script, $to, %how);
        kill KILL => $$;
    }
    close $to;
    my @lines = <$from>;
    waitpid $pid, 0;
    chomp @lines;
    return @lines;
}

# Returns when it cannot. What the script says while it is compiled is nothing
# to whoever asks.
sub become ($script, $to, %how) {
    return if defined $how{directory} && !chdir $how{directory};
    local %ENV = %{ $how{environment} // \%ENV };
    local $^F  = 255;
    open my $out, '>&', $to         or return;
    open STDERR,  '>',  '/dev/null' or return;
    no warnings 'exec';
    exec {$^X} $^X, @{ $how{words} // [] }, "-I$how{library}",
        '-MMehari::Explain::Examine=' . fileno $out, $script;
    return;
}

1;

__END__

=head1 NAME

Mehari::Explain::Process - a perl of its own that examines a script

=cut
