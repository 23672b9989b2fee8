package APR::Request::Cookie;

use 5.036;

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

# The old value, or the present one.
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

# The lifetime in seconds, or undef; it is set as "+3h", "now", "60".
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

APR::Request::Cookie - a cookie

=head1 SYNOPSIS

    my $cookie = APR::Request::Cookie->new($pool,
        name => 'color', value => 'brown', path => '/');
    $r->err_headers_out->add('Set-Cookie', $cookie->as_string);

=head1 DESCRIPTION

As a string it is its value. Programs in httpd most often use
L<Apache2::Cookie>, which also encodes values.

Names, values and attributes cannot have control characters.

=head1 METHODS

=head2 new

    $cookie = $class->new($pool, name => $name, value => $value,
        path => $path, ...);

A new cookie, with any of the attributes below; the keys may begin with C<->.
undef without a name or a value. The value is what C<freeze> makes of it.

=head2 make

    $cookie = $class->make($pool, $name, $value);

=head2 name, value, raw_value

What they are cannot be changed.

=head2 path, domain, port, comment, commentURL, secure, httponly, version

    $path = $cookie->path;
    $old  = $cookie->path($path);

The attributes. C<port>, C<comment> and C<commentURL> are sent only with a
version above 0, which today's browsers do not know.

=head2 expires

    $cookie->expires('+3h');
    $seconds = $cookie->expires;

How long it is kept: C<now>, or a number of seconds, or one with Y, M, D, h, m
or s. Without it the browser forgets the cookie when it ends.

=head2 is_tainted

Whether it came from the client.

=head2 freeze, thaw

What makes a value of what C<new> is given, and the other way. Here they do
nothing; they are for subclasses.

=head2 as_string

What stands in a C<Set-Cookie> header.

=head2 set_attr

    $cookie->set_attr(path => '/', secure => 1);

=head1 SEE ALSO

L<Apache2::Cookie>, L<APR::Request>

=cut
