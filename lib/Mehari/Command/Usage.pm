package Mehari::Command::Usage;

# What a command throws when the command line cannot be understood, so that it
# ends with exit status 2 instead of 1.

use v5.36;

sub throw ($class, $message) {
    die bless { message => $message }, $class;
}

sub message ($self) { return $self->{message} }

1;

__END__

=head1 NAME

Mehari::Command::Usage - a command line that cannot be understood

=head1 SYNOPSIS

  Mehari::Command::Usage->throw('--port wants a number');

=cut
