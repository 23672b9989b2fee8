package Mehari::Debug::Registry;

# ModPerl::Registry, with a stop in the debugger at the first statement of each
# compiled script.

use Mehari::Perl;

use parent 'ModPerl::Registry';

sub handler : method {
    my ($class, $r) = @_;
    return $class->new($r)->default_handler;
}

sub run {
    my ($self) = @_;
    Mehari::Debug::start($self->{REQ});
    return $self->SUPER::run;
}

1;

__END__

=head1 NAME

Mehari::Debug::Registry - ModPerl::Registry under the debugger

=head1 SYNOPSIS

    mehari serve --debug --mode registry examples

=cut
