package Mehari::Explain::Examine;

# perl -I LIB -MMehari::Explain::Examine=FD SCRIPT: which tier the script can
# run in, and why in no faster one, is written to FD. The script is compiled
# and does not run.

use v5.36;

use Mehari::Explain::Analysis;
use Mehari::Explain::Finding;
use Mehari::Explain::Shebang;
use Mehari::Explain::Supervise;

# Perl runs CHECK blocks last to first: the script's own have run by now.
CHECK { Mehari::Explain::Supervise::finish(\&Mehari::Explain::Analysis::all) }

# Returns only in the process that goes on to compile the script.
sub import ($class, $fd = undef) {
    die "Mehari::Explain::Examine: which descriptor?\n"
        if !defined $fd || $fd !~ /\A\d+\z/;
    open my $out, '>&=', $fd
        or die "Mehari::Explain::Examine: descriptor $fd: $!.\n";
    my $findings = Mehari::Explain::Finding->new;
    Mehari::Explain::Shebang::look($0, $findings);
    Mehari::Explain::Supervise::begin($out, $findings);
    return;
}

1;

__END__

=head1 NAME

Mehari::Explain::Examine - the fastest tier that is right for a script

=head1 SYNOPSIS

  perl -I LIB -MMehari::Explain::Examine=3 script.pl 3>report

=head1 DESCRIPTION

Compiles the script in a process of its own: BEGIN blocks and C<use> run, the
program does not. What it prints goes nowhere, its STDIN is empty. What it was
compiled to is looked at (L<Mehari::Explain::Analysis>), and the report is
written to the descriptor: the first line is C<registry>, C<fresh> or C<exact>,
and each further line a reason against a faster tier:

  CODE <tab> TIER <tab> FILE:LINE <tab> SUBJECT <tab> SENTENCE

where TIER is the fastest that the reason rules out. A script that does not
compile, ends or hangs while it is compiled (10 seconds), or is not for this
perl, is C<exact>. The exit status is 0 whenever there is a report;
there is none when perl cannot open the script.

=cut
