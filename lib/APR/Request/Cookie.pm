package APR::Request::Cookie;

use Mehari::Perl;

our $VERSION = '0.009000';

use Carp qw(croak);

use APR::Request ();

use overload '""' => sub { $_[0]->value }, fallback => 1;

# An object is a reference to its entry, which others share.
sub of_entry ($class, $entry) { return bless \$entry, $class }

sub make ($class, $pool, $name, $value) {
    refuse_controls(name  => $name);
    refuse_controls(value => $value);
    return $class->of_entry(
        {
            name    => $name,
            value   => $value,
            version => 0,
            tainted => 0
        }
    );
}

sub new ($class, $pool, %attribute) {
    my ($name, $value)
        = map { delete $attribute{"-$_"} // delete $attribute{$_} }
        qw(name value);
    delete @attribute{qw(name -name value -value)};
    return undef if !defined $name || !defined $value;
    my $cookie = $class->make($pool, $name, $class->freeze($value));
    $cookie->set_attr(%attribute);
    return $cookie;
}

sub set_attr ($self, %attribute) {
    for my $key (sort keys %attribute) {
        my $method = $key =~ s/\A-//r;
        $self->$method($attribute{$key});
    }
    return;
}

sub freeze ($class, $value) { return $value }

sub thaw ($self) { return $self->value }

sub name ($self) { return $$self->{name} }

sub value ($self) { return $$self->{value} }

sub raw_value ($self) { return $$self->{value} }

sub is_tainted ($self, @set) { return attribute($self, 'tainted', @set) || 0 }

# Returns the value that the attribute had before the call.
sub attribute ($self, $name, @set) {
    my $old = $$self->{$name};
    if (@set) {
        refuse_controls($name => $set[0]);
        $$self->{$name} = $set[0];
    }
    return $old;
}

# A line end would be the end of the header.
sub refuse_controls ($name, $value) {
    croak "a cookie's $name cannot have control characters"
        if defined $value && $value =~ /[\x00-\x1f\x7f]/;
    return;
}

for my $name (qw(path domain port comment commentURL)) {
    no strict 'refs';
    *$name = sub ($self, @set) { return attribute($self, $name, @set) };
}

for my $name (qw(secure httponly)) {
    no strict 'refs';
    *$name = sub ($self, @set) {
        return attribute($self, $name, map { $_ ? 1 : 0 } @set) // 0;
    };
}

sub version ($self, @set) {
    return attribute($self, 'version', map { int($_ // 0) } @set) // 0;
}

my %SECONDS = (
    Y => 365 * 24 * 3600,
    M => 30 * 24 * 3600,
    D => 24 * 3600,
    h => 3600,
    m => 60,
    s => 1,
);

# The lifetime in seconds, or undef; a program sets it as "+3h", "now", "60".
sub expires ($self, @set) {
    my $old = $$self->{expires};
    $$self->{expires} = defined $set[0] ? seconds($set[0]) : undef if @set;
    return $old;
}

sub seconds ($text) {
    return 0 if $text eq 'now';
    my ($sign, $number, $unit)
        = $text =~ /\A([+-]?)(\d{1,12})([YyMDdhms]?)\z/
        or croak qq("$text" is no lifetime of a cookie: write "now", )
        . 'a number of seconds, or one with Y, M, D, h, m or s';
    $unit = uc $unit if $unit =~ /[yd]/;
    return $number * ($SECONDS{$unit} // 1) * ($sign eq '-' ? -1 : 1);
}

# --- Set-Cookie ----------------------------------------------------------

my @DAYS   = qw(Sun Mon Tue Wed Thu Fri Sat);
my @MONTHS = qw(Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec);

sub date ($time) {
    my ($second, $minute, $hour, $day, $month, $year, $weekday)
        = gmtime $time;
    return sprintf '%s, %02d-%s-%04d %02d:%02d:%02d GMT', $DAYS[$weekday],
        $day, $MONTHS[$month], $year + 1900, $hour, $minute, $second;
}

sub as_string ($self) {
    my $cookie = $$self;
    my @parts  = ("$cookie->{name}=$cookie->{value}");
    push @parts, ($cookie->{version} // 0)
        ? attributes_by_rfc($cookie)
        : attributes($cookie);
    push @parts, 'secure'   if $cookie->{secure};
    push @parts, 'HttpOnly' if $cookie->{httponly};
    return join '; ', @parts;
}

sub attributes ($cookie) {
    my @parts = map { "$_=$cookie->{$_}" }
        grep { defined $cookie->{$_} } qw(path domain);
    push @parts, 'expires=' . date(time + $cookie->{expires})
        if defined $cookie->{expires};
    return @parts;
}

sub attributes_by_rfc ($cookie) {
    my @parts = ("Version=$cookie->{version}");
    for my $name (qw(path domain port comment commentURL)) {
        my $value = $cookie->{$name} // next;
        $value =~ s/(["\\])/\\$1/g;
        push @parts, qq($name="$value");
    }
    push @parts, "max-age=$cookie->{expires}" if defined $cookie->{expires};
    return @parts;
}

1;

__END__

=head1 NAME

APR::Request::Cookie - a cookie and its attributes

=head1 SYNOPSIS

    my $cookie = APR::Request::Cookie->new($pool,
        name => 'color', value => 'brown', path => '/');
    $r->err_headers_out->add('Set-Cookie', $cookie->as_string);

=head1 DESCRIPTION

In httpd, most programs use L<Apache2::Cookie>, which also encodes values. As
a string, an object of this class is its value.

Names, values and attributes cannot have control characters. The methods throw
if you set one.

=head1 METHODS

=head2 new

    $cookie = $class->new($pool, name => $name, value => $value,
        path => $path);

The method creates a cookie. The keys are C<name>, C<value> and the attributes
below, also with a C<-> in front. The class can encode the value with
C<freeze>.

B<Returns:> an C<APR::Request::Cookie>, or undef without a name or a value.

B<Errors:> it throws if a part has control characters.

B<Example:> a cookie for a year.

    my $cookie = APR::Request::Cookie->new($pool,
        name => 'theme', value => 'dark', expires => '+1Y', path => '/');

=head2 make

    $cookie = $class->make($pool, $name, $value);

The method creates a cookie without attributes.

B<Returns:> an C<APR::Request::Cookie>.

B<Errors:> it throws if a part has control characters.

B<Example:>

    my $cookie = APR::Request::Cookie->make($pool, 'theme', 'dark');

=head2 name, value, raw_value

    $name = $cookie->name;

The methods return the name and the value. You cannot set them. C<raw_value> is
always the value as it is in the header.

B<Returns:> a string.

B<Errors:> none of their own.

B<Example:>

    my $text = $cookie->name . ' is ' . $cookie->value;

=head2 path, domain, port, comment, commentURL

    $path = $cookie->path;
    $old  = $cookie->path($path);

The methods read or set attributes. Browsers know C<path> and C<domain>. The
other three are sent only if the version is above 0, and no current browser
supports that.

B<Returns:> a string, or undef.

B<Errors:> they throw if the value has control characters.

B<Example:>

    $cookie->path('/shop');
    $cookie->domain('example.com');

=head2 secure, httponly

    $flag = $cookie->secure;
    $old  = $cookie->secure($flag);

The methods read or set two attributes. The browser sends a C<secure> cookie
only by HTTPS. Scripts in the page cannot read a C<httponly> cookie.

B<Returns:> 1 or 0.

B<Errors:> none of their own.

B<Example:> a session cookie should have both.

    $cookie->secure(1);
    $cookie->httponly(1);

=head2 version

    $number = $cookie->version;
    $old    = $cookie->version($number);

The method reads or sets the version. Browsers support only version 0.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    $cookie->version(0);

=head2 expires

    $seconds = $cookie->expires;
    $old     = $cookie->expires($lifetime);

The method reads or sets how long the browser keeps the cookie. $lifetime is
C<now>, a number of seconds, or a number with one of the units Y, M, D, h, m
and s. Without it, the browser keeps the cookie until the browser is closed.

B<Returns:> an integer, seconds from now, or undef.

B<Errors:> it throws if $lifetime has another format.

B<Example:> a cookie for three hours.

    $cookie->expires('+3h');

=head2 is_tainted

    $bool = $cookie->is_tainted;
    $old  = $cookie->is_tainted($flag);

The method reads or sets whether the cookie is untrusted. A cookie from the
client is.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    my $from_client = $cookie->is_tainted;

=head2 freeze, thaw

    $raw   = $class->freeze($value);
    $value = $cookie->thaw;

C<new> encodes the value with C<freeze>, and C<thaw> decodes it. In this class
both leave the value as it is. A subclass can replace them.

B<Returns:> a string.

B<Errors:> none of their own.

B<Example:> a class whose values are in hexadecimal digits.

    package My::Cookie {
        our @ISA = 'APR::Request::Cookie';
        sub freeze ($class, $value) { return unpack 'H*', $value }
        sub thaw ($self) { return pack 'H*', $self->raw_value }
        sub value ($self) { return $self->thaw }
    }

=head2 as_string

    $text = $cookie->as_string;

The method returns the cookie as the value of a C<Set-Cookie> header.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    $r->err_headers_out->add('Set-Cookie' => $cookie->as_string);

=head2 set_attr

    $cookie->set_attr(path => '/', secure => 1);

The method sets several attributes.

B<Returns:> nothing.

B<Errors:> it throws if there is no such attribute.

B<Example:>

    $cookie->set_attr(path => '/', secure => 1, httponly => 1);

=head1 SEE ALSO

L<Apache2::Cookie>, L<APR::Request>, RFC 6265

=cut
