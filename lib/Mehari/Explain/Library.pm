package Mehari::Explain::Library;

# Files that a program requires while it runs, and that are no modules. Each is
# compiled anew for each request in the fresh tier; so what it could see is what
# a program of its own could.

use v5.36;

use Mehari::Explain::Process ();

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
    my (undef, @lines) = Mehari::Explain::Process::report(
        $file,
        library => $INC{'Mehari/Explain/Process.pm'} =~ s{/Mehari/.*}{}rs,
        words   => [ map { "-I$_" } grep { !ref } @INC ],
    );
    return grep { (split /\t/)[1] ne 'registry' } @lines;
}

1;

__END__

=head1 NAME

Mehari::Explain::Library - files that a program requires while it runs

=cut
