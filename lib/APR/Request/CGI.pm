package APR::Request::CGI;

use Mehari::Perl;

our $VERSION = '0.009000';

use Hash::Util::FieldHash qw(fieldhash);

use APR::Pool    ();
use APR::Request ();

our @ISA = 'APR::Request';

# The standard input can be read only once, so the data that was read is kept as
# long as the pool.
fieldhash my %known;

sub handle ($class, $pool) {
    my $known = $known{$pool} //= {
        body   => Mehari::Form::Body->new,
        source => Mehari::Form::Source::CGI->new(undef),
    };
    my $source = $known->{source};
    my $handle
        = APR::Request::make($class, $source, $known->{body}, held => $pool);
    $source->{pool} //= APR::Pool->new;
    return $handle;
}

sub pool ($self) { return APR::Request::base($self)->{held} }

1;

__END__

=head1 NAME

APR::Request::CGI - the parameters and cookies of a CGI program

=head1 SYNOPSIS

    use APR::Pool         ();
    use APR::Request::CGI ();

    my $pool = APR::Pool->new;
    my $req  = APR::Request::CGI->handle($pool);
    print "Content-Type: text/plain\n\n", $req->param('name');

=head1 METHODS

=head2 handle

    $req = APR::Request::CGI->handle($pool);

The method creates an object for the environment variables and the STDIN of
this program. STDIN can be read only once, so all objects of one L<APR::Pool>
share the data.

B<Returns:> an L<APR::Request>.

B<Errors:> none of its own.

B<Phase:> in a CGI program.

B<Example:>

    my $pool = APR::Pool->new;
    my $req  = APR::Request::CGI->handle($pool);
    my $name = $req->args('name') // 'nobody';

=head1 SEE ALSO

L<APR::Request>, L<APR::Request::Apache2>

=cut
