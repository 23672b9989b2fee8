package Mehari::Command::Usage;

# The options of a command, and what it throws when its command line cannot be
# understood, so that it ends with exit status 2 instead of 1.

use v5.36;

use Getopt::Long ();

# Takes the options of a command out of @$args, into %$option.
sub options ($class, $command, $args, $option, @known) {
    my $problem;
    my $parser = Getopt::Long::Parser->new(
        config => [qw(no_auto_abbrev no_ignore_case)]);
    local $SIG{__WARN__} = sub ($text) { $problem //= lcfirst $text };
    $parser->getoptionsfromarray($args, $option, @known)
        or $class->throw(
        "$command: " . ($problem // 'bad option') =~ s/\s+\z//r);
    return;
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

  Mehari::Command::Usage->options('memory', \@args, \my %option, 'json');
  Mehari::Command::Usage->throw('--port wants a number');

=cut
