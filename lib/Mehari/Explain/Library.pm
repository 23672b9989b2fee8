package Mehari::Explain::Library;

# Files that a program requires while it runs, and that are no modules. Each is
# compiled anew for each request in the fresh tier; so what it could see is what
# a program of its own could.

use v5.36;

# Which have been looked at, in the processes above.
use constant SEEN => 'MEHARI_EXPLAIN_SEEN';

sub look ($findings, @libraries) {
    my %seen = map { $_ => 1 } split /\n/, $ENV{ +SEEN } // '';
    for my $library (@libraries) {
        my ($name, @at) = @$library;
        my $file = find($name);
        if (!defined $file) {
            $findings->add(
                'MH4506',
                file    => $at[0],
                line    => $at[1],
                subject => $name,
                error   => 'not found'
            );
            next;
        }
        next if $seen{$file}++;
        local $ENV{ +SEEN } = join "\n", sort keys %seen;
        $findings->take(examine($file));
    }
    return;
}

sub find ($name) {
    return -f $name ? $name : undef if $name =~ m{\A\.{0,2}/};
    for my $dir (grep { !ref } @INC) {
        return "$dir/$name" if -f "$dir/$name";
    }
    return -f $name ? $name : undef;
}

# What rules out more than registry, line by line.
sub examine ($file) {
    my $lib = $INC{'Mehari/Explain/Examine.pm'}
        =~ s{/Mehari/Explain/Examine\.pm\z}{}r;
    my @include = map { "-I$_" } grep { !ref } @INC;
    pipe my $from, my $to or die "pipe: $!.\n";
    my $pid = fork // die "fork: $!.\n";
    if (!$pid) {
        close $from;
        local $^F = fileno $to;
        open my $out, '>&', $to or kill KILL => $$;
        close $to;
        exec {$^X} $^X, @include, "-I$lib",
            '-MMehari::Explain::Examine=' . fileno $out, $file
            or kill KILL => $$;
    }
    close $to;
    my @lines = <$from>;
    waitpid $pid, 0;
    chomp @lines;
    shift @lines;
    return grep { (split /\t/)[1] ne 'registry' } @lines;
}

1;

__END__

=head1 NAME

Mehari::Explain::Library - files that a program requires while it runs

=cut
