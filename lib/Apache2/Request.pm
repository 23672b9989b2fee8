package Apache2::Request;

use v5.36;

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

This is libapreq's class, without libapreq. It has all methods of
L<Apache2::RequestRec>. From L<APR::Request> it has C<param>, C<body>, C<jar>,
C<upload> (as objects of L<Apache2::Upload>, if you load that), C<parse>, the
statuses and the limits: that page says what they return and throw.

The body is read once, however often you make an object for a request. Others
can still read it, by C<< $r->read >>, CGI.pm or mod_proxy: they get all of it.
Data read before the first object was made is lost to the form.

=head2 A form with an upload

    use Apache2::Request ();
    use Apache2::Upload  ();

    sub handler {
        my $req = Apache2::Request->new(shift, POST_MAX => '10M');
        my $upload = eval { $req->upload('picture') };
        if (my $error = $@) {
            return Apache2::Const::HTTP_REQUEST_ENTITY_TOO_LARGE
                if ref $error && $error == APR::Request::Error::OVERLIMIT;
            return Apache2::Const::HTTP_BAD_REQUEST;
        }
        return Apache2::Const::HTTP_BAD_REQUEST if !$upload;
        $upload->link('/srv/pictures/' . time) or die "link: $!\n";
        $req->print('thank you');
        return Apache2::Const::OK;
    }

=head1 METHODS

=head2 new, instance

    $req = Apache2::Request->new($r, %options);
    $req = Apache2::Request->instance($r, %options);

The methods make an object for a request. The names of options may be in
capitals or not, also with C<-> before them:

=over

=item POST_MAX, MAX_BODY

The limit of the body's length: C<read_limit>.

=item DISABLE_UPLOADS

True: uploads are refused.

=item TEMP_DIR

The directory of uploads that are longer than C<brigade_limit>.

=item UPLOAD_HOOK, HOOK_DATA

A sub that is called with each piece of an upload as it comes: C<($upload,
$data, $length, $hook_data)>.

=back

B<Returns:> an C<Apache2::Request>.

B<Errors:> they throw for an unknown option. Setting a limit throws an
L<APR::Request::Error> (MISMATCH) after the body was read.

B<Phase:> while a request is handled; the response handler, if you look at the
body.

B<Example:>

    my $req = Apache2::Request->new($r, DISABLE_UPLOADS => 1);
    my $name = $req->param('name') // '';

=head2 args

    $value  = $req->args($name);
    @values = $req->args($name);
    $query  = $req->args;

The method gives the parameters of the query string by name. It is the method
of $r if you give no name.

B<Returns:> with a name the first value or undef, in list context all values;
without one the query string or undef.

B<Errors:> it throws an L<APR::Request::Error> if the query string is
malformed.

B<Example:>

    my $page = $req->args('page') // 1;

=head2 upload

    $upload  = $req->upload($name);
    @uploads = $req->upload($name);
    @names   = $req->upload;

The method gives the files in the body.

B<Returns:> an L<Apache2::Upload> if that is loaded, or undef; in list context
all of the name; without a name the names.

B<Errors:> it throws an L<APR::Request::Error> if the body is malformed or too
long.

B<Phase:> response handlers, because it reads the body.

B<Example:>

    for my $upload (map { $req->upload($_) } $req->upload) {
        $r->print($upload->filename, ': ', $upload->size, "\n");
    }

=head2 parms, params

    @names = $req->parms;

Other names of L<APR::Request/param>.

B<Returns:> as C<param>.

B<Errors:> as C<param>.

B<Example:>

    my $name = $req->parms('name');

=head2 hook_data

    $data = $req->hook_data;
    $old  = $req->hook_data($data);

The method reads or sets the last argument of upload hooks.

B<Returns:> that value.

B<Errors:> none of its own.

B<Example:>

    $req->hook_data({ user => $r->user });

=head1 SEE ALSO

L<APR::Request>, L<APR::Request::Error>, L<Apache2::Upload>,
L<Apache2::Cookie>, F<docs/request.md>

=cut
