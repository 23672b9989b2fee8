package APR::Error;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR::Util ();
use Carp      ();

# An error can be used as a boolean (true), as a number (its code) and as a
# text. Any other operator on it is probably a mistake.
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

# The error's text, without the place where it happened.
sub reason {
    my $error = shift;
    return sprintf '%s: (%d) %s', $error->{func}, $error->{rc},
        strerror($error->{rc});
}

sub fatal {
    my $operator = $_[3];
    die __PACKAGE__ . ": Can't handle '$operator'";
}

# Traces omit our frames. Our subs do not use goto to hide: if one of these subs
# is the $SIG{__DIE__}, perl would forget that the hook runs, and the hook would
# call itself.
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

APR::Error - the exception that methods of httpd and APR throw

=head1 SYNOPSIS

    use APR::Const -compile => qw(TIMEUP);
    use APR::Error ();

    eval { $r->read(my $buffer, 1024); 1 } or do {
        die $@ unless ref $@ eq 'APR::Error' && $@ == APR::Const::TIMEUP;
        warn "the client is slow: $@";
    };

=head1 DESCRIPTION

If a method fails in httpd or APR, it throws an object of this class. The
object is a hash with the keys C<rc> (the status code, an integer), C<func>
(the function that has failed), C<file> and C<line> (the Perl statement that
called it).

The object is always true. C<==> and C<!=> compare its status code. As a
string it is C<FUNC: (RC) text of the code at FILE line LINE>. Other operators
throw, for example C<eq>, C<< < >> and C<+>, because they are probably a
mistake.

Inside httpd, C<exit> also throws such an object, with the code
C<ModPerl::EXIT>. If you catch all exceptions, throw this one again:

    die $@ if ref $@ eq 'APR::Error' && $@ == ModPerl::EXIT;

=head1 METHODS

=head2 strerror

    $text = APR::Error::strerror($rc);

The function returns the text of a status code, an integer.

B<Returns:> a string; for an unknown code a text that says so.

B<Errors:> none of its own.

B<Example:> log why a file was not sent.

    my $rc = $r->sendfile($file);
    $r->log_error("$file: ", APR::Error::strerror($rc))
        if $rc != APR::Const::SUCCESS;

=head2 new

    $error = APR::Error->new(rc => $rc, func => $func, file => $file,
        line => $line);

The method creates an error. Use it in a module that reports failures in the
way of httpd's methods.

B<Returns:> an C<APR::Error>.

B<Errors:> none of its own.

B<Example:>

    my (undef, $where, $line) = caller;
    die APR::Error->new(
        rc   => APR::Const::ENOENT,
        func => 'My::Store::fetch',
        file => $where,
        line => $line
    );

=head2 cluck

    $error->cluck;
    APR::Error::cluck(@messages);

The method warns with the text of the error and a stack trace, as
C<Carp::cluck> does. C<Carp::cluck> itself would print the object's address.

B<Returns:> true.

B<Errors:> none of its own.

B<Example:>

    eval { $r->print('hello'); 1 } or do {
        my $error = $@;
        $error->cluck if ref $error eq 'APR::Error';
    };

=head2 confess

    $error->confess;
    APR::Error::confess(@messages);

The method dies with the text of the error and a stack trace, as
C<Carp::confess> does.

B<Returns:> never.

B<Errors:> it always throws a string.

B<Example:>

    eval { $r->read(my $body, 100_000); 1 } or do {
        my $error = $@;
        ref $error eq 'APR::Error' ? $error->confess : die $error;
    };

=head2 num

    $rc = $error->num;

The method returns the status code. Perl calls it where a number is needed, for
example in C<sprintf '%d', $error>.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    eval { $r->rflush; 1 } or $r->log_error('code ', $@->num);

=head2 num_cmp, num_cmp_not

    $bool = $error == $rc;
    $bool = $error != $rc;

The operators C<==> and C<!=> call these methods. They compare the codes of
two errors, or of an error and a number.

B<Returns:> true or false.

B<Errors:> none of their own.

B<Example:>

    eval { $r->print('hello'); 1 } or do {
        die $@ if $@ != APR::Const::ECONNABORTED;
    };

=head2 str

    $text = $error->str;

The method returns the text of the error. Perl calls it when the object is used
as a string.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    eval { $r->rflush; 1 } or $r->log_error("flush: $@");

=head2 fatal

    $error + 1;

Perl calls this method for operators that the class does not support.

B<Returns:> never.

B<Errors:> it always throws "APR::Error: Can't handle 'OPERATOR'".

B<Example:> compare the text, not the object.

    eval { $r->rflush; 1 } or do {
        my $text = $@->str;    # $@ ne '' would throw
        $r->log_error($text) if $text ne '';
    };

=head1 SEE ALSO

L<APR::Const>, L<APR::Status>, L<APR::Request::Error>

=cut
