package Mehari::Command::Usage;

# The options of a command, and the error for a wrong command line, which gives
# exit status 2 instead of 1.

use Mehari::Perl;

use Getopt::Long ();

use Mehari::Command::Nearest qw(nearest);
use Mehari::Command::Renamed qw(rename_options);

# Takes the options of a command out of @$args, into %$option.
sub options ($class, $command, $args, $option, @known) {
    my $problem;
    rename_options($command, $args);
    my $parser = Getopt::Long::Parser->new(
        config => [qw(no_auto_abbrev no_ignore_case)]);
    local $SIG{__WARN__} = sub ($text) { $problem //= lcfirst $text };
    $parser->getoptionsfromarray($args, $option, @known)
        or $class->throw("$command: " . meant($problem // '', @known));
    return;
}

# Getopt::Long's message, as a sentence.
sub meant ($problem, @known) {
    $problem =~ s/\s+\z//;
    my ($name) = $problem =~ /\Aunknown option: (.+)/
        or return $problem || 'bad option';
    my $meant = nearest($name,
        grep { !/_/ } map { split /\|/, s/[=:!+].*//r } @known);
    return "there is no option --$name"
        . (defined $meant ? "; do you mean --$meant?" : '');
}

sub throw ($class, $message) {
    die bless { message => $message }, $class;
}

sub message ($self) { return $self->{message} }

1;

__END__

=head1 NAME

Mehari::Command::Usage - a command line that cannot be understood

=head1 SYNOPSIS

    Mehari::Command::Usage->options('profile', \@args, \my %option, 'open');
    Mehari::Command::Usage->throw('--port wants a number');

=cut
