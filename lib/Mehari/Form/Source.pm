package Mehari::Form::Source;

# The source of a request's texts. It has query, cookies (a list of headers),
# content_type, content_length, has_body, read(BUFFER, SIZE), pool,
# limit(MEMORY, DIRECTORY) and close.

use Mehari::Perl;

use Mehari::Form ();

# Most sources need neither the limit of memory nor the end of reading.
sub limit ($self, @) { return }
sub close ($self)    { return }

package Mehari::Form::Source::Request;

# The source of a request in httpd: $r.

use Mehari::Perl;
our @ISA = 'Mehari::Form::Source';

sub new ($class, $r) { return bless { r => $r }, $class }

sub r ($self) { return $self->{r} }

sub pool ($self) { return $self->{r}->pool }

sub query ($self) { return scalar $self->{r}->args }

sub header ($self, $name) {
    return $self->{r}->headers_in->get($name);
}

sub cookies ($self) { return my @all = $self->header('Cookie') }

sub content_type ($self) { return scalar $self->header('Content-Type') }

sub content_length ($self) {
    my $length = $self->header('Content-Length') // return undef;
    return $length =~ /\A\d{1,18}\z/ ? $length : undef;
}

# HTTP/2 has no header that announces a body of unknown length.
sub has_body ($self) {
    return 1 if defined $self->header('Content-Length');
    return 1 if defined $self->header('Transfer-Encoding');
    return $self->{r}->proto_num >= 2000 && defined $self->content_type;
}

sub read {
    my ($self, undef, $size) = @_;
    return Mehari::Form::body_read($self->{r}, $_[1], $size);
}

sub limit ($self, $memory, $dir) {
    Mehari::Form::body_limit($self->{r}, $memory, $dir);
    return;
}

sub close ($self) {
    Mehari::Form::body_close($self->{r});
    return;
}

package Mehari::Form::Source::CGI;

# A CGI program: its environment and its standard input.

use Mehari::Perl;
our @ISA = 'Mehari::Form::Source';

sub new ($class, $pool) { return bless { pool => $pool }, $class }

sub pool ($self) { return $self->{pool} }

sub query ($self) {
    my $query = $ENV{QUERY_STRING} // '';
    return length $query ? $query : undef;
}

sub cookies ($self) {
    return grep { defined } $ENV{HTTP_COOKIE};
}

sub content_type ($self) { return $ENV{CONTENT_TYPE} }

sub content_length ($self) {
    my $length = $ENV{CONTENT_LENGTH} // '';
    return $length =~ /\A\d{1,18}\z/ ? $length : undef;
}

sub has_body ($self) {
    return length($ENV{CONTENT_LENGTH} // '') > 0
        || length($ENV{HTTP_TRANSFER_ENCODING} // '') > 0;
}

# Reads at most that length, because a server need not close the pipe.
sub read {
    my ($self, undef, $size) = @_;
    my $length = $self->content_length;
    my $seen   = $self->{seen} // 0;
    $size = $length - $seen if defined $length && $size > $length - $seen;
    $_[1] = '';
    return 0 if $size <= 0;
    my $got = CORE::read(STDIN, $_[1], $size)
        // die "Cannot read the request's body: $!.\n";
    $self->{seen} = $seen + $got;
    return $got;
}

package Mehari::Form::Source::Given;

# A source that a program has brought itself.

use Mehari::Perl;
our @ISA = 'Mehari::Form::Source';

# pool, query, cookie, type, body.
sub new ($class, %given) {
    return bless { %given, at => 0 }, $class;
}

sub pool         ($self) { return $self->{pool} }
sub query        ($self) { return $self->{query} }
sub content_type ($self) { return $self->{type} }
sub has_body     ($self) { return defined $self->{body} }

sub cookies ($self) {
    return grep { defined } $self->{cookie};
}

sub content_length ($self) {
    return defined $self->{body} ? length $self->{body} : undef;
}

sub read {
    my ($self, undef, $size) = @_;
    $_[1] = substr $self->{body}, $self->{at}, $size;
    $self->{at} += length $_[1];
    return length $_[1];
}

1;
