package APR::Request::Apache2;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR::Request         ();
use Apache2::RequestIO   ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use Apache2::Connection  ();
use APR::Table           ();

our @ISA = 'APR::Request';

# $r, or an object of a subclass that has it. Without an argument, the request
# that the process serves.
sub handle ($class, $r = undef) {
    $r = Apache2::RequestUtil->request if !defined $r;
    my $source = Mehari::Form::Source::Request->new(real($r));
    my $state  = Mehari::Form::body_state($source->r);
    $state->{body} //= Mehari::Form::Body->new;
    $state->{end}  //= Mehari::Form::Body::End->of($state->{body});
    return APR::Request::make($class, $source, $state->{body},
        r => $source->r);
}

# The request of a hash that has it under r or _r.
sub real ($r) {
    require Scalar::Util;
    for (1 .. 8) {
        last if (Scalar::Util::reftype($r) // '') ne 'HASH';
        $r = $r->{r} // $r->{_r} // last;
    }
    return $r;
}

1;

__END__

=head1 NAME

APR::Request::Apache2 - the parameters and cookies of a request in httpd

=head1 SYNOPSIS

    use APR::Request::Apache2 ();

    my $req = APR::Request::Apache2->handle($r);
    my $id  = $req->args('id');

=head1 METHODS

=head2 handle

    $req = APR::Request::Apache2->handle($r);

The method creates an object for a request. Without $r it takes the current
request, which needs C<PerlOptions +GlobalRequest>. All objects of a request
share the parsed data, also those of its subrequests and internal redirects.

B<Returns:> an L<APR::Request>.

B<Errors:> it throws if $r is missing and there is no current request.

B<Phase:> during a request.

B<Example:>

    my $req  = APR::Request::Apache2->handle($r);
    my @tags = $req->param('tag');

=head1 SEE ALSO

L<APR::Request>, L<Apache2::Request>

=cut
