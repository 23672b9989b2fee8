package Apache2::Request;

use Mehari::Perl;

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

# Without a name, $r->args; with one, the values of that parameter.
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

Apache2::Request - the parameters, uploads and cookies of a request

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

This class has the interface of libapreq's Apache2::Request, but does not use
libapreq. The object has all methods of L<Apache2::RequestRec>, and those of
L<APR::Request>: C<param>, C<body>, C<jar>, C<parse>, the statuses and the
limits. C<upload> returns objects of L<Apache2::Upload> if you load that
module.

mehari reads the body once for each request, even if you create several
objects. Other code can still read all of it: C<< $r->read >>, CGI.pm or
mod_proxy. If code has read a part of the body before the first object was
created, this part is missing from the form.

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

The methods create an object for a request. The names of options ignore case,
and can have a C<-> in front:

=over

=item POST_MAX, MAX_BODY

The largest body in bytes, also with a unit such as C<10M>; by default 64M.
The method C<read_limit> of L<APR::Request> sets the same limit.

=item DISABLE_UPLOADS

If it is true, a body with an upload is an error.

=item TEMP_DIR

The directory for uploads that are larger than C<brigade_limit>.

=item UPLOAD_HOOK, HOOK_DATA

UPLOAD_HOOK is a code reference. The sub gets each piece of an upload as it
comes: C<($upload, $data, $length, $hook_data)>. HOOK_DATA is its last
argument.

=back

B<Returns:> an C<Apache2::Request>.

B<Errors:> they throw for an unknown option. A limit that comes after the body
was read throws an L<APR::Request::Error> (MISMATCH).

B<Phase:> during a request; the response handler, if you ask for the body.

B<Example:> a form without uploads.

    my $req = Apache2::Request->new($r, DISABLE_UPLOADS => 1);
    my $name = $req->param('name') // '';

=head2 args

    $value  = $req->args($name);
    @values = $req->args($name);
    $query  = $req->args;

With a name, the method gives a parameter of the query string. Without a name,
it gives the query string, as C<< $r->args >> does.

B<Returns:> with a name the first value or undef, in list context all values;
without a name the query string or undef.

B<Errors:> it throws an L<APR::Request::Error> if the query string is
malformed.

B<Example:>

    my $page = $req->args('page') // 1;

=head2 upload

    $upload  = $req->upload($name);
    @uploads = $req->upload($name);
    @names   = $req->upload;

The method returns the uploaded files of the form.

B<Returns:> an L<Apache2::Upload>, or undef. Without that module it is an
L<APR::Request::Param>. In list context these are all uploads of the name, and
without a name the names of all uploads.

B<Errors:> it throws an L<APR::Request::Error> if the body is malformed or too
large.

B<Phase:> response handlers, because it reads the body.

B<Example:> the names and sizes of all uploads.

    for my $upload (map { $req->upload($_) } $req->upload) {
        $r->print($upload->filename, ': ', $upload->size, "\n");
    }

=head2 parms, params

    @names = $req->parms;

These methods are other names of L<APR::Request/param>.

B<Returns:> the same as C<param>.

B<Errors:> the same as C<param>.

B<Example:>

    my $name = $req->parms('name');

=head2 hook_data

    $data = $req->hook_data;
    $old  = $req->hook_data($data);

The method reads or sets the value that the upload hook gets as its last
argument.

B<Returns:> any Perl value.

B<Errors:> none of its own.

B<Example:>

    $req->hook_data({ user => $r->user });

=head1 SEE ALSO

L<APR::Request>, L<APR::Request::Error>, L<Apache2::Upload>,
L<Apache2::Cookie>, F<docs/request.md>

=cut
