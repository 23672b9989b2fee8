package APR::Request::Error;

use 5.036;

our $VERSION = '0.009000';

use APR::Error ();

# Programs ask for both names.
our @ISA = qw(APR::Error Apache2::Request::Error);

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

for my $name (keys %code) {
    my $number = $code{$name}[0];
    no strict 'refs';
    *$name = sub () { return $number };
}

sub strerror ($status) {
    return $text{ 0 + $status } // APR::Error::strerror($status);
}

# As libapreq returns it: the number, and what it means.
sub status ($number) {
    require Scalar::Util;
    return Scalar::Util::dualvar($number, strerror($number));
}

sub str ($error, @) {
    return sprintf '%s: (%d) %s at %s line %d', $error->{func},
        $error->{rc}, strerror($error->{rc}), $error->{file},
        $error->{line};
}

# Where it happened is where the program called us.
sub throw ($class, $status, $function) {
    my $depth = 0;
    my ($package, $file, $line);
    do { ($package, $file, $line) = caller $depth++ }
        while defined $package && is_ours($package);
    die $class->new(
        rc   => $status,
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
    use APR::Request::Error ();

    my @names = eval { $req->param };
    if (my $error = $@) {
        return Apache2::Const::HTTP_REQUEST_ENTITY_TOO_LARGE
            if ref $error && $error == APR::Request::Error::OVERLIMIT;
        die $error;
    }

=head1 DESCRIPTION

It is an L<APR::Error> whose code is one of these, or one of APR's when
reading has failed. It is also an C<Apache2::Request::Error>.

=head1 FUNCTIONS

=head2 strerror

    $text = APR::Request::Error::strerror($status);

The function says what a code means.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my $text = APR::Request::Error::strerror($req->body_status);

=head1 CONSTANTS

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
