package APR::Request::Error;

use Mehari::Perl;

our $VERSION = '0.009000';

use Exporter     ();
use Scalar::Util ();

use APR::Error   ();
use APR::Request ();

# Programs test for either name of the class. An error also has the methods of
# APR::Request, for the request in which it happened.
our @ISA = qw(APR::Error Apache2::Request::Error APR::Request);

use overload '""' => \&str;

my %code = (
    SUCCESS    => [ 0,       'Success' ],
    ENDOFFILE  => [ 70_014,  'End of file found' ],
    INCOMPLETE => [ 70_008,  'There is more to read' ],
    GENERAL    => [ 120_000, 'Internal apreq error' ],
    TAINTED    =>
        [ 120_001, 'Attempt to perform unsafe action with tainted data' ],
    INTERRUPT  => [ 120_002, 'Interrupted' ],
    BADDATA    => [ 120_010, 'Malformed input data' ],
    BADCHAR    => [ 120_011, 'Invalid character' ],
    BADSEQ     => [ 120_012, 'Invalid byte sequence' ],
    BADATTR    => [ 120_013, 'Unrecognized attribute' ],
    BADHEADER  => [ 120_014, 'Malformed header string' ],
    BADUTF8    => [ 120_015, 'Invalid UTF-8' ],
    NODATA     => [ 120_020, 'Missing input data' ],
    NOTOKEN    => [ 120_021, 'Expected token not present' ],
    NOATTR     => [ 120_022, 'Missing attribute' ],
    NOHEADER   => [ 120_023, 'Missing header' ],
    NOPARSER   => [ 120_024, 'Missing parser' ],
    MISMATCH   => [ 120_030, 'Conflicting information' ],
    OVERLIMIT  => [ 120_031, 'Exceeds configured maximum limit' ],
    UNDERLIMIT => [ 120_032, 'Below the configured minimum' ],
    NOTEMPTY   => [ 120_033, 'Setting already configured' ],
);
my %text = map { @$_ } values %code;

# The number, and what it means.
for my $name (keys %code) {
    my ($number, $meaning) = $code{$name}->@*;
    my $status = Scalar::Util::dualvar($number, $meaning);
    no strict 'refs';
    *$name = sub () { return $status };
}

our @EXPORT_OK = ('strerror', sort keys %code);

sub import { goto &Exporter::import }

sub strerror ($status) {
    my $number = 0 + $status;
    return Scalar::Util::dualvar($number,
        $text{$number} // APR::Error::strerror($number));
}

sub str ($error, @) {
    return sprintf '%s: (%d) %s at %s line %d', $error->{func},
        $error->{rc}, strerror($error->{rc}), $error->{file},
        $error->{line};
}

# The error's place is where the program called us.
sub throw ($class, $status, $function, $handle) {
    my $depth = 0;
    my ($package, $file, $line);
    do { ($package, $file, $line) = caller $depth++ }
        while defined $package && is_ours($package);
    die $class->new(
        _r   => $handle,
        rc   => 0 + $status,
        func => $function,
        file => $file,
        line => $line
    );
}

sub is_ours ($package) {
    return $package =~ /\A(?:APR::Request|Mehari::Form
        |Apache2::(?:Request|Cookie|Upload))(?:::|\z)/x;
}

package Apache2::Request::Error;

1;

__END__

=head1 NAME

APR::Request::Error - exceptions of malformed or too large forms and cookies

=head1 SYNOPSIS

    use Apache2::Request    ();
    use APR::Request::Error qw(OVERLIMIT);

    my @names = eval { $req->param };
    if (my $error = $@) {
        return Apache2::Const::HTTP_REQUEST_ENTITY_TOO_LARGE
            if ref $error && $error == OVERLIMIT;
        die $error;
    }

=head1 DESCRIPTION

An error is an L<APR::Error>. Its code is one of the constants below, or one
of APR's if the body could not be read. The error also has the class
C<Apache2::Request::Error>.

An error also has all methods of L<APR::Request>. On an error, these methods
do not throw, and give the data that was parsed before it. C<< $error->{_r} >>
is the object that threw it.

    my @names = eval { $req->param };
    @names = $@->param if ref $@ && $@->isa('APR::Request::Error');

=head1 METHODS

=head2 import

    use APR::Request::Error qw(OVERLIMIT strerror);

Perl calls the method for C<use>. It exports the constants and functions
below.

B<Returns:> nothing.

B<Errors:> it dies for other names.

B<Example:>

    use APR::Request::Error qw(OVERLIMIT);
    my $is_too_long = $req->body_status == OVERLIMIT;

=head1 FUNCTIONS

=head2 strerror

    $text = APR::Request::Error::strerror($status);

The function returns the text of a code.

B<Returns:> the code, which is a text if you use it as a string.

B<Errors:> none of its own.

B<Example:>

    my $text = APR::Request::Error::strerror($req->body_status);

=head1 CONSTANTS

Each constant is a number, and used as a string it is its text.

=over

=item GENERAL

Another error: an upload that is not allowed, a hook that died, a part without
a name, or no boundary.

=item BADCHAR, BADSEQ

BADCHAR is an illegal character. BADSEQ is a malformed or incomplete escape,
or a quote that is not closed.

=item NOTOKEN, BADATTR, MISMATCH

These are errors in a C<Cookie> header: a part without C<=>, an unknown
C<$attribute>, an attribute without C<$Version> before it. MISMATCH also means
that you have set a limit after the body was read.

=item OVERLIMIT

The body is larger than C<read_limit>.

=item NODATA, NOPARSER

NODATA means that there is no data, NOPARSER that the body is not a form. No
method throws these codes.

=item TAINTED, INTERRUPT, BADDATA, BADHEADER, BADUTF8, NOATTR, NOHEADER,
UNDERLIMIT, NOTEMPTY

These codes exist because libapreq has them. No method throws them.

=back

=head1 SEE ALSO

L<APR::Request>, L<APR::Error>

=cut
