package Apache2::Request;

use 5.036;

our $VERSION = '0.009000';

use APR::Request::Apache2 ();
use APR::Request::Param   ();
use Apache2::RequestRec   ();

our @ISA = qw(Apache2::RequestRec APR::Request::Apache2);

# Names of 1.x for limits.
my %limit = (post_max => 'read_limit', max_body => 'read_limit');

sub new ($class, $r = undef, %option) {
    my $req = $class->APR::Request::Apache2::handle($r);
    for my $key (sort keys %option) {
        my $method = lc($key =~ s/\A-//r);
        $method = $limit{$method} // $method;
        $req->$method($option{$key});
    }
    return $req;
}

sub instance { return new(@_) }

# $r->args without a name, as all of $r's methods.
sub args ($req, @name) {
    return APR::Request::args($req, @name) if @name;
    return APR::Request::base($req)->{r}->args;
}

sub hook_data ($req, @data) {
    my $body = APR::Request::base($req)->{body};
    my $old  = $body->{hook_data};
    $body->{hook_data} = $data[0] if @data;
    return $old;
}

sub parms  { goto &APR::Request::param }
sub params { goto &APR::Request::param }

1;

__END__

=head1 NAME

Apache2::Request - $r with the parameters of the client's form

=head1 SYNOPSIS

    use Apache2::Request ();

    sub handler {
        my $req    = Apache2::Request->new(shift, POST_MAX => '1M');
        my $name   = $req->param('name');
        my @colors = $req->param('color');
        $req->content_type('text/plain');
        $req->print("$name likes @colors\n");
        return Apache2::Const::OK;
    }

=head1 DESCRIPTION

libapreq's class, without libapreq. It has all methods of
L<Apache2::RequestRec> and, from L<APR::Request>, C<param>, C<body>, C<jar>,
C<upload> (as objects of L<Apache2::Upload>, once that is loaded), C<parse>, the
statuses and the limits: see there for what they return and throw.

However often one is made for a request, the body is read once. It can still be
read by others, by C<< $r->read >>, CGI.pm or mod_proxy: they get all of it.
What has been read before the first object was made is lost to the form.

=head1 METHODS

=head2 new, instance

    $req = Apache2::Request->new($r, %options);

Options, in capitals or not, also with C<-> before them:

=over

=item POST_MAX, MAX_BODY

How much the body may have: C<read_limit>.

=item DISABLE_UPLOADS

True: uploads are refused.

=item TEMP_DIR

Where uploads go that are longer than C<brigade_limit>.

=item UPLOAD_HOOK, HOOK_DATA

A sub that is called with each piece of an upload as it comes, and what it is
given with it: C<($upload, $data, $length, $hook_data)>.

=back

=head2 args

    $value  = $req->args($name);
    @values = $req->args($name);
    $query  = $req->args;

The query string's parameters of a name. Without one it is $r's method.

=head2 upload

    $upload = $req->upload($name);

See L<Apache2::Upload>.

=head2 parms, params

Other names of C<param>.

=head2 hook_data

What the next upload hook calls are given.

=head1 SEE ALSO

L<APR::Request>, L<APR::Request::Error>, L<Apache2::Upload>, L<Apache2::Cookie>

=cut
