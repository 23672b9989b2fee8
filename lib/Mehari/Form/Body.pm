package Mehari::Form::Body;

# The part of a request's body that was read: its limits, its entries, and the
# status of reading. All handles of a request share one.
#
# Bytes come from a source (Mehari::Form::Source). Each method that may read
# gets the source of the asking handle.

use Mehari::Perl;
use Carp qw(croak);

use APR::Request::Error      ();
use Mehari::Form::Parts      ();
use Mehari::Form::Urlencoded ();

# A parameter takes far more memory than its few bytes of the body.
use constant {
    BLOCK        => 64 * 1024,
    MOST_ENTRIES => 100_000,
};

sub new ($class, %setting) {
    return bless {
        read_limit    => 64 * 1024 * 1024,
        brigade_limit => 256 * 1024,
        temp_dir      => undef,
        hooks         => [],
        %setting,
        entries => [],
        count   => 0,
    }, $class;
}

# False once the body is being read: it is too late.
sub set_limit ($self, $name, $value) {
    return 0 if defined $self->{status};
    $self->{$name} = $name eq 'temp_dir' ? $value : bytes($value);
    return 1;
}

# "64K", "1M", "2G", or bytes.
sub bytes ($text) {
    my ($number, $unit) = ($text // '') =~ /\A(\d+)([KMG]?)B?\z/i
        or croak '"'
        . ($text // 'undef')
        . '" is not a size: write a number of '
        . 'bytes, or one with K, M or G';
    return $number
        * { '' => 1, K => 2**10, M => 2**20, G => 2**30 }->{ uc $unit };
}

# APR::INCOMPLETE while there is more to read.
sub status ($self, $source) {
    $self->begin($source);
    return $self->{status};
}

sub begin ($self, $source) {
    return if defined $self->{status};
    $self->{status} = APR::Request::Error::INCOMPLETE();
    my $type = $source->content_type // '';
    return $self->end($source, APR::Request::Error::NODATA())
        if !$source->has_body;
    return $self->end($source, APR::Request::Error::OVERLIMIT())
        if ($source->content_length // 0) > $self->{read_limit};
    $source->limit(@$self{qw(brigade_limit temp_dir)});
    my $parser = parser_for($type)
        // return $self->end($source, APR::Request::Error::NOPARSER());
    $self->{parser} = $parser->new(
        pool         => $source->pool,
        content_type => $type,
        setting      => $self,
    );
    return;
}

sub parser_for ($type) {
    return 'Mehari::Form::Urlencoded'
        if $type =~ m{\Aapplication/x-www-form-urlencoded\s*(?:;|\z)}i;
    return 'Mehari::Form::Parts'
        if $type =~ m{\Amultipart/(?:form-data|related)\s*(?:;|\z)}i;
    return undef;
}

sub end ($self, $source, $status) {
    $self->{status} = $status;
    $self->{done}   = 1;
    delete $self->{parser};
    $source->close;
    return;
}

# The status is no sign of the end: it is INCOMPLETE while data are missing, and
# stays so if the body ends too early.
sub is_done ($self) { return $self->{done} }

# Reads some more of the body, if there is more. Returns the new entries.
sub step ($self, $source) {
    my $got = eval { $source->read(my $data, BLOCK); \$data };
    if (!$got) {
        my $error = $@;
        die $error if !ref $error || !$error->isa('APR::Error');
        $self->end($source, $error->{rc});
        return;
    }
    $self->{count} += length $$got;
    return $self->end($source, APR::Request::Error::OVERLIMIT())
        if $self->{count} > $self->{read_limit};
    my $parser = $self->{parser};
    my $last   = !length $$got;
    my ($status, @entries) = $last ? $parser->finish : $parser->feed($$got);
    push @{ $self->{entries} }, @entries;
    $status ||= APR::Request::Error::OVERLIMIT()
        if @{ $self->{entries} } > MOST_ENTRIES;
    $self->end($source, $status) if $last || $status;
    return @entries;
}

# All of it: the status.
sub read_all ($self, $source) {
    $self->begin($source);
    $self->step($source) while !$self->is_done;
    return $self->{status};
}

# The first entry of the name that passes the test, reading as far as needed.
sub find ($self, $source, $name, $passes) {
    $self->begin($source);
    my @entries = @{ $self->{entries} };
    while (1) {
        for my $entry (@entries) {
            return $entry
                if lc $entry->{name} eq lc $name && $passes->($entry);
        }
        return undef if $self->is_done;
        @entries = $self->step($source);
    }
    return undef;
}

package Mehari::Form::Body::End;

# An object that ends with the request and then removes the files of uploads.
# The handle itself may live longer: an exception in $@ keeps it until the next
# eval.

use Mehari::Perl;

sub of ($class, $body) { return bless \$body, $class }

sub DESTROY ($self) {
    $$self->{entries} = [];
    delete $$self->{parser};
    return;
}

1;
