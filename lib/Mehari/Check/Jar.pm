package Mehari::Check::Jar;

# The cookies of one client, as HTTP::Tiny asks for them. There is only one
# host, so name, value, path and expiry of a cookie are enough.

use Mehari::Perl;
use Time::Local qw(timegm);

my %MONTH;
@MONTH{qw(jan feb mar apr may jun jul aug sep oct nov dec)} = 0 .. 11;

sub new ($class) { return bless { cookies => {} }, $class }

# A Set-Cookie header that came with $url.
sub add ($self, $url, $cookie) {
    my ($pair, @attributes) = split /\s*;\s*/, $cookie;
    my ($name, $value) = ($pair // '') =~ /\A\s*([^=\s]+)\s*=\s*(.*)\z/s
        or return;
    my %attribute
        = map { /\A([^=]+)(?:=(.*))?\z/s ? (lc $1 => $2 // '') : () }
        @attributes;
    my $path = $attribute{path} // '';
    $path = path_of($url) =~ s{/[^/]*\z}{}r if $path !~ m{\A/};
    $path =~ s{/+\z}{};
    my $key = "$path\0$name";
    delete $self->{cookies}{$key};
    return if has_ended(\%attribute);
    $self->{cookies}{$key}
        = { path => $path, text => "$name=$value", age => $self->{age}++ };
    return;
}

sub has_ended ($attribute) {
    my $age = $attribute->{'max-age'};
    return $age <= 0 if defined $age && $age =~ /\A-?\d+\z/;
    my ($day, $month, $year, @clock)
        = ($attribute->{expires} // '')
        =~ /(\d+)[ -]([A-Za-z]{3})[ -](\d+) (\d+):(\d+):(\d+)/
        or return 0;
    my $number = $MONTH{ lc $month } // return 0;
    my $end    = eval { timegm(reverse(@clock), $day, $number, $year) };
    return defined $end && $end <= time;
}

# The Cookie header for $url; longer paths first.
sub cookie_header ($self, $url) {
    my $path = path_of($url);
    my @fit = grep { covers($_->{path}, $path) } values %{ $self->{cookies} };
    return join '; ', map { $_->{text} }
        sort {
        length $b->{path} <=> length $a->{path} || $a->{age} <=> $b->{age}
        } @fit;
}

sub covers ($of, $path) {
    return $path eq $of || index($path, "$of/") == 0;
}

sub path_of ($url) {
    my ($path) = $url =~ m{\Ahttps?://[^/]+(/[^?#]*)};
    return $path // '/';
}

1;

__END__

=head1 NAME

Mehari::Check::Jar - the cookies of one client

=head1 SYNOPSIS

    HTTP::Tiny->new(cookie_jar => Mehari::Check::Jar->new);

=cut
