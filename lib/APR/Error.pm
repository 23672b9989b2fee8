package APR::Error;

use 5.036;

our $VERSION = '0.009000';

use APR ();

use Carp ();

# An error is true, is a number (its code) and is a text. Anything else that
# is done to it is more likely a mistake than meant.
use overload
    nomethod => \&fatal,
    'bool'   => sub { return 1 },
    '=='     => \&num_cmp,
    '!='     => \&num_cmp_not,
    '0+'     => \&num,
    '""'     => \&str;

sub new {
    my ($class, %field) = @_;
    return bless {%field}, $class;
}

sub num { return $_[0]{rc} }

sub num_cmp {
    my ($error, $other) = @_;
    return number($error) == number($other);
}

sub num_cmp_not {
    my ($error, $other) = @_;
    return number($error) != number($other);
}

sub number {
    my $value = shift;
    return ref $value && $value->isa(__PACKAGE__) ? $value->{rc} : $value;
}

sub str {
    my $error = shift;
    return sprintf '%s at %s line %d', reason($error), $error->{file},
        $error->{line};
}

# What went wrong, without where.
sub reason {
    my $error = shift;
    return sprintf '%s: (%d) %s', $error->{func}, $error->{rc},
        strerror($error->{rc});
}

sub fatal {
    my $operator = $_[3];
    die __PACKAGE__ . ": Can't handle '$operator'";
}

# Our frames are left out of traces. They are not left by goto, which would make
# a $SIG{__DIE__} that is one of these call itself: perl forgets that the hook
# runs.
$Carp::CarpInternal{ (__PACKAGE__) }++;

# Carp would print the object's address in place of its text.
sub told {
    return map { ref eq __PACKAGE__ ? reason($_) : $_ } @_;
}

sub cluck { return Carp::cluck(told(@_)) }

sub confess { return Carp::confess(told(@_)) }

1;

__END__

=head1 NAME

APR::Error - what a failed call of httpd or APR throws

=head1 SYNOPSIS

    use APR::Const -compile => qw(TIMEUP);
    use APR::Error ();

    eval { $r->read(my $buffer, 1024); 1 } or do {
        die $@ unless ref $@ eq 'APR::Error' && $@ == APR::Const::TIMEUP;
        warn "the client is slow: $@";
    };

=head1 DESCRIPTION

A method that fails in httpd or APR throws an object of this class. It is a
reference to a hash with the keys C<rc> (the status code, an integer), C<func>
(the function that failed), C<file> and C<line> (the Perl statement that called
it).

The error is true. With C<==> and C<!=> (the subs C<num_cmp>, C<num_cmp_not>) it
is compared by its code; as a number (C<num>) it is its code; as a string
(C<str>) it reads

    FUNC: (RC) what RC means at FILE line LINE

Any other operator throws "APR::Error: Can't handle 'OPERATOR'" (C<fatal>).

C<exit> inside httpd throws such an object as well, with the code
C<ModPerl::EXIT>: a program that catches everything should pass it on.

    die $@ if ref $@ eq 'APR::Error' && $@ == ModPerl::EXIT;

=head1 METHODS

=head2 strerror

    $text = APR::Error::strerror($rc);

What the code $rc (an integer) means, as a string. A code that nobody knows has
a text that says so.

=head2 cluck

    $error->cluck;
    APR::Error::cluck(@messages);

Warns with the error's text and a stack trace, as C<Carp::cluck> does. Returns
what C<warn> returns.

=head2 confess

    $error->confess;
    APR::Error::confess(@messages);

Dies with the error's text and a stack trace, as C<Carp::confess> does.

=head2 new

    $error = APR::Error->new(rc => $rc, func => $func, file => $file,
        line => $line);

A new object of those fields.

=cut
