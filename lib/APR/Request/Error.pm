package APR::Request::Error;

use v5.36;

our $VERSION = '0.009000';

use Exporter     ();
use Scalar::Util ();

use APR::Error   ();
use APR::Request ();

# Programs ask for both names of the class. The methods of APR::Request are
# those of the request that it happened in.
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

APR::Request::Error - the exceptions of APR::Request and its like

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

An error is an L<APR::Error> whose code is one of these, or one of APR's when
reading has failed. It is also an C<Apache2::Request::Error>.

An error is an L<APR::Request>, too: C<< $error->{_r} >> is the handle that
threw it, and all methods of a handle can be called. They throw nothing, and
return what was read before the error:

    my @names = eval { $req->param };
    @names = $@->param if ref $@ && $@->isa('APR::Request::Error');

=head1 METHODS

=head2 import

    use APR::Request::Error qw(OVERLIMIT strerror);

Perl calls it for C<use>. It exports the constants and functions below by
name.

B<Returns:> nothing.

B<Errors:> it dies for other names.

B<Example:>

    use APR::Request::Error qw(OVERLIMIT);
    my $is_too_long = $req->body_status == OVERLIMIT;

=head1 FUNCTIONS

=head2 strerror

    $text = APR::Request::Error::strerror($status);

The function says what a code means.

B<Returns:> the code, which as a string says what it means.

B<Errors:> none of its own.

B<Example:>

    my $text = APR::Request::Error::strerror($req->body_status);

=head1 CONSTANTS

Each is a number, which as a string says what it means.

=over

=item GENERAL

Something else: an upload where there may be none, a hook that died, a part
without a name, no boundary.

=item BADCHAR, BADSEQ

A character that cannot be there; an escape that is malformed or cut off, or a
quote that is not closed.

=item NOTOKEN, BADATTR, MISMATCH

In a C<Cookie> header: something without C<=>, an unknown C<$attribute>, one
without C<$Version> before it. MISMATCH is also thrown by setting a limit when
the body has been read.

=item OVERLIMIT

More than C<read_limit>.

=item NODATA, NOPARSER

There is nothing; there is something that is no form. These are not thrown.

=item TAINTED, INTERRUPT, BADDATA, BADHEADER, BADUTF8, NOATTR, NOHEADER,
UNDERLIMIT, NOTEMPTY

Codes of libapreq. Nothing here throws them.

=back

=head1 SEE ALSO

L<APR::Request>, L<APR::Error>

=cut
