package Mehari::Command::Renamed;

# Names of the last version that have changed. They still work, with a hint on
# STDERR. The next version removes these rows.

use Mehari::Perl;

use Exporter qw(import);
our @EXPORT_OK = qw(rename_command rename_options rename_word
    changed_word);

# An old command, and the words that replace it.
my %COMMAND = (
    tune   => sub (@) { return qw(doctor --tune) },
    memory => sub (@args) {
        return grep({ /\A--preload\b/ } @args)
            ? 'doctor'
            : qw(top --memory);
    },
);

# command => its old options.
my %OPTION = (
    bench => { modes => 'mode' },
    check => { tiers => 'mode' },
);

# Old modes, and a suite of bench.
my %WORD = (
    mode => {
        exact      => 'perl-cgi',
        exactevent => 'perl-cgi-event',
        mod_cgi    => 'cgi',
    },
    suite => { exact => 'perl-cgi' },
);

# The command line in today's words.
sub rename_command ($name, @args) {
    my @new
        = $COMMAND{$name} ? $COMMAND{$name}->(@args) : return ($name, @args);
    hint("mehari $name", "mehari @new");
    return (@new, @args);
}

# Renames options in the arguments of a command.
sub rename_options ($command, $args) {
    for my $arg (@$args) {
        last if $arg eq '--';
        my ($old) = $arg =~ /\A--([\w-]+)(?:=|\z)/ or next;
        my $new = $OPTION{$command}{$old} // next;
        hint("--$old", "--$new");
        $arg =~ s/\A--\Q$old\E/--$new/;
    }
    return;
}

# Today's word for a word of that option, if it is one of @known.
sub rename_word ($option, $word, @known) {
    my $new = $WORD{$option}{$word};
    return $word if !defined $new || !grep { $_ eq $new } @known;
    hint("--$option $word", "--$option $new");
    return $new;
}

# A word that has another meaning today.
sub changed_word ($option, $word, $thing, $new) {
    print STDERR "mehari: $option $word is now $thing; what it was is $new\n";
    return;
}

sub hint ($old, $new) {
    print STDERR "mehari: $old is now $new; the next version does not know"
        . " the old word\n";
    return;
}

1;
