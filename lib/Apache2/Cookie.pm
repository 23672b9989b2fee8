package Apache2::Cookie;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR::Request          qw(encode decode);
use APR::Request::Apache2 ();
use APR::Request::Cookie  ();
use APR::Table            ();
use Apache2::RequestRec   ();

our @ISA = 'APR::Request::Cookie';

use overload '""' => sub { $_[0]->as_string }, fallback => 1;

sub new ($class, $r, %attribute) {
    my $cookie = APR::Request::Cookie::new($class, undef, %attribute);
    return $cookie // ();
}

sub freeze ($class, $value) {
    return encode($value) if !ref $value;
    require Scalar::Util;
    my $type = Scalar::Util::reftype($value);
    return join '&', map { encode($_) } @$value if $type eq 'ARRAY';
    return join '&', map { encode($_) } %$value if $type eq 'HASH';
    require Carp;
    Carp::croak("Can't freeze reference: $value");
}

sub thaw ($self, @value) {
    my $raw    = @value ? $value[0] : $self->raw_value;
    my @values = map { decode($_) } split /&/, $raw // '';
    return wantarray ? @values : $values[0] // '';
}

sub value ($self) { return $self->thaw }

sub bake ($self, $r) {
    $r->err_headers_out->add('Set-Cookie', $self->as_string);
    return;
}

sub bake2 ($self, $r) {
    if ($self->version == 0) {
        require Carp;
        Carp::croak("Can't bake2 a Netscape cookie: $self");
    }
    $r->err_headers_out->add('Set-Cookie2', $self->as_string);
    return;
}

# All cookies of the request as a hash or a table, or the cookies with one name.
sub fetch ($class, $r = undef, @name) {
    my $req
        = ref $r && eval { $r->isa('APR::Request') }
        ? $r
        : APR::Request::Apache2->handle($r);
    my $table = APR::Request::jar($req) // return;
    $table->cookie_class($class);
    return $table->get($name[0]) if @name;
    return wantarray ? %$table : $table;
}

package Apache2::Cookie::Jar;

use Mehari::Perl;
our @ISA = 'APR::Request::Apache2';

sub new ($class, $r = undef, %option) {
    my $jar = $class->APR::Request::Apache2::handle($r);
    for my $key (sort keys %option) {
        my $method = lc($key =~ s/\A-//r);
        $jar->$method($option{$key});
    }
    return $jar;
}

sub cookies ($self, @name) {
    return APR::Request::jar($self) if wantarray && !@name;
    my $part = APR::Request::jar_part($self);
    if (@name && !wantarray) {
        my $entry = APR::Request::first_of($self, 'jar', $name[0], $part);
        return $entry && Apache2::Cookie->of_entry($entry);
    }
    return
        map { Apache2::Cookie->of_entry($_) }
        APR::Request::entries_of($self, 'jar', $name[0], $part)
        if @name;
    my $table = APR::Request::jar($self);
    return $table && $table->cookie_class('Apache2::Cookie');
}

sub status ($self) { return APR::Request::jar_status($self) }

1;

__END__

=head1 NAME

Apache2::Cookie - read and send cookies

=head1 SYNOPSIS

    use Apache2::Cookie ();

    my $jar    = Apache2::Cookie::Jar->new($r);
    my $cookie = $jar->cookies('visits');
    my $visits = $cookie ? $cookie->value + 1 : 1;

    Apache2::Cookie->new($r,
        -name     => 'visits',
        -value    => $visits,
        -expires  => '+3M',
        -path     => '/',
        -httponly => 1,
    )->bake($r);

=head1 DESCRIPTION

An C<Apache2::Cookie> is an L<APR::Request::Cookie> whose value is encoded in
the way of L<CGI::Cookie>. Each of the two classes reads the cookies of the
other. As a string, a cookie is the value of a C<Set-Cookie> header.

=head1 METHODS

=head2 new

    $cookie = Apache2::Cookie->new($r, -name => $name, -value => $value);

The method creates a cookie. $value is a string, or a reference to an array or
a hash. The other keys are attributes, for example C<-path> and C<-secure>:
see L<APR::Request::Cookie>.

B<Returns:> an C<Apache2::Cookie>, or nothing without a name or a value.

B<Errors:> it throws if a part has control characters, or $value is another
kind of reference.

B<Example:>

    my $cookie = Apache2::Cookie->new($r,
        -name => 'cart', -value => [ 4711, 4712 ], -path => '/shop');

=head2 value, thaw

    $value  = $cookie->value;
    @values = $cookie->value;
    @values = Apache2::Cookie->thaw($raw);

C<value> returns the decoded value of a cookie. C<thaw> decodes the value of a
C<Cookie> header.

B<Returns:> in scalar context the first value, a string; in list context all
values.

B<Errors:> none of their own.

B<Example:> all values of a cookie that was made from an array.

    my @items = $cookie->value;

=head2 raw_value

    $raw = $cookie->raw_value;

The method returns the value as it is in the header, encoded.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my $raw = $cookie->raw_value;

=head2 freeze

    $raw = Apache2::Cookie->freeze($value);

The method encodes a string, or a reference to an array or a hash, for a
cookie.

B<Returns:> a string.

B<Errors:> it throws if $value is another kind of reference.

B<Example:>

    my $raw = Apache2::Cookie->freeze({ lang => 'sw', theme => 'dark' });

=head2 bake, bake2

    $cookie->bake($r);

C<bake> adds the cookie to the C<err_headers_out> of the response, so that an
error page and a redirect carry it too. C<bake2> adds a C<Set-Cookie2> header,
which browsers ignore.

B<Returns:> nothing.

B<Errors:> C<bake2> throws if the cookie has version 0.

B<Phase:> before the first output.

B<Example:> a redirect that sets a cookie.

    Apache2::Cookie->new($r, -name => 'seen', -value => 1)->bake($r);
    $r->headers_out->set(Location => '/welcome');
    return Apache2::Const::REDIRECT;

The class has no C<SameSite> attribute. You can add it to the header:

    my $session = Apache2::Cookie->new($r, -name => 'session',
        -value => '4711', -httponly => 1, -secure => 1);
    $r->err_headers_out->add('Set-Cookie' => "$session; SameSite=Lax");

=head2 fetch

    %cookies = Apache2::Cookie->fetch($r);
    $table   = Apache2::Cookie->fetch($r);
    @cookies = Apache2::Cookie->fetch($r, $name);

The method returns the cookies of the request. Without $r it takes the current
request, which needs C<PerlOptions +GlobalRequest>.

B<Returns:> in list context a hash of cookies by name, in scalar context an
L<APR::Table>, with a name the cookies of this name; nothing if there are no
cookies.

B<Errors:> it throws an L<APR::Request::Error> if the Cookie header is
malformed.

B<Example:>

    my %cookies = Apache2::Cookie->fetch($r);
    my $theme = $cookies{theme} ? $cookies{theme}->value : 'light';

=head1 METHODS OF Apache2::Cookie::Jar

=head2 new

    $jar = Apache2::Cookie::Jar->new($r);

The method creates an L<APR::Request> object for the cookies of a request.

B<Returns:> an C<Apache2::Cookie::Jar>.

B<Errors:> it throws if $r is missing and there is no current request.

B<Example:>

    my $jar = Apache2::Cookie::Jar->new($r);

=head2 cookies

    @names   = $jar->cookies;
    $table   = $jar->cookies;
    $cookie  = $jar->cookies($name);
    @cookies = $jar->cookies($name);

The method returns the cookies of the jar, in four ways.

B<Returns:> without a name the names of all cookies, in scalar context an
L<APR::Table>; with a name its first cookie or undef, in list context all
cookies of the name.

B<Errors:> it throws an L<APR::Request::Error> if the C<Cookie> header is
malformed. If the first cookie of the name was found before the error, the
method returns it instead.

B<Example:>

    my $session = $jar->cookies('session');
    return Apache2::Const::FORBIDDEN if !$session;

=head2 status

    $status = $jar->status;

The method returns the result of parsing the C<Cookie> header.

B<Returns:> an integer, 0 or an error code of L<APR::Request::Error>.

B<Errors:> none of its own. If a call fails, the returned status says so.

B<Example:>

    $r->log_error('cookies: ', $jar->status) if $jar->status != 0;

=head1 SEE ALSO

L<APR::Request::Cookie>, L<Apache2::Request>, RFC 6265

=cut
