package APR::Request::Param;

use 5.036;

our $VERSION = '0.009000';

use APR::Pool             ();
use APR::Request          ();
use APR::Request::Brigade ();
use APR::Table            ();
use Mehari::Form          ();

use overload '""' => sub { $_[0]->value }, fallback => 1;

# An object is a reference to its entry, which others share: a hash of name,
# value, tainted, charset, and of an upload headers and spool.
sub of_entry ($class, $entry) { return bless \$entry, $class }

sub make ($class, $pool, $name, $value) {
    return $class->of_entry({ name => $name, value => $value, tainted => 0 });
}

sub name ($self) { return $$self->{name} }

# Once it is trusted, text in UTF-8 is characters.
sub value ($self) {
    my $value = $$self->{value};
    return $value if $$self->{tainted};
    ($value) = $value =~ /\A(.*)\z/s;
    utf8::decode($value) if $self->charset == 8;
    return $value;
}

sub is_tainted ($self, @set) {
    my $old = $$self->{tainted} ? 1 : 0;
    $$self->{tainted} = $set[0] if @set;
    return $old;
}

# As libapreq says it: a parameter's name counts as well.
sub charset ($self, @set) {
    my $entry = $$self;
    $entry->{charset}
        //= Mehari::Form::charset("$entry->{name}$entry->{value}");
    my $old = $entry->{charset};
    $entry->{charset} = $set[0] if @set;
    return $old;
}

# --- uploads -------------------------------------------------------------

sub info ($self, @set) {
    my $entry = $$self;
    if (@set) {
        $entry->{info} = $set[0];
        return;
    }
    return $entry->{info} //= table($entry->{headers} // []);
}

sub table ($headers) {
    my $table = APR::Table::make(APR::Pool->new, scalar @$headers);
    $table->add(@$_) for @$headers;
    return $table;
}

sub spool ($self) {
    my $spool = $$self->{spool};
    return $spool if $spool;
    require Carp;
    Carp::croak("$$self->{name} is no upload");
}

# A brigade of what it holds; of a parameter that is no upload, nothing.
sub upload ($self, @set) {
    return set_upload($self, $set[0]) if @set;
    return undef                      if !$$self->{spool};
    require APR::Brigade;
    require APR::Bucket;
    require APR::BucketAlloc;
    my $pool    = APR::Pool->new;
    my $alloc   = APR::BucketAlloc->new($pool);
    my $brigade = APR::Brigade->new($pool, $alloc);
    my $reader  = $$self->{spool}->reader;

    while (CORE::read $reader, my $data, 65_536) {
        $brigade->insert_tail(APR::Bucket->new($alloc, $data));
    }
    return $brigade;
}

sub set_upload ($self, $brigade) {
    require Mehari::Form::Spool;
    my $spool = Mehari::Form::Spool->new(256 * 1024, undef);
    $brigade->flatten(my $data);
    $spool->add($data);
    $$self->{spool} = $spool;
    return;
}

sub upload_filename ($self) { return spool($self) && $$self->{value} }

sub upload_size ($self) { return spool($self)->size }

sub upload_slurp {
    my $spool = spool($_[0]);
    $_[1] = $spool->slurp;
    return $spool->size;
}

sub upload_tempname ($self) { return spool($self)->name }

sub upload_fh ($self) { return spool($self)->handle }

sub upload_io ($self) {
    return APR::Request::Brigade::IO->on(spool($self)->reader);
}

sub upload_link ($self, $path) { return spool($self)->link_to($path) }

sub upload_type ($self) {
    my $type = $self->info->get('Content-Type') // return undef;
    return $type =~ s/\s*;.*//sr;
}

1;

__END__

=head1 NAME

APR::Request::Param - a parameter or an upload

=head1 SYNOPSIS

    my $body = $req->body;
    $body->param_class('APR::Request::Param');
    for my $param (values %$body) {
        next if !$param->upload;
        printf "%s: %d bytes\n", $param->upload_filename,
            $param->upload_size;
    }

=head1 DESCRIPTION

What the tables of L<APR::Request> give when their C<param_class> is this one,
and what C<upload> returns. As a string it is its value.

=head1 METHODS

=head2 name, value

What they are cannot be changed. The value of an upload is its file name.

=head2 is_tainted

    $param->is_tainted(0);

Whether the value is trusted; it is not until you say so. Then C<value> is not
tainted, and is text, not bytes, where the charset is UTF-8.

=head2 charset

    $number = $param->charset;

What name and value look like, or what it was set to: 0 is ASCII, 1 Latin-1, 2
Windows-1252, 8 UTF-8.

=head2 make

    $param = APR::Request::Param->make($pool, $name, $value);

=head2 info

    $table = $param->info;

The headers of the part as an L<APR::Table>.

=head2 upload

    $brigade = $param->upload;

An L<APR::Brigade> with what was uploaded; undef when this is no upload.

=head2 upload_filename, upload_size, upload_type

What the client calls the file, how long it is, and its C<Content-Type> without
attributes (undef when there is none). A name may have a path, or anything.

=head2 upload_slurp

    $size = $param->upload_slurp($content);

=head2 upload_fh, upload_io

    $handle = $param->upload_fh;
    while (my $line = readline $param->upload_io) { ... }

A file handle, of a file; and one that can only be read, for which no file is
made: see L<APR::Request::Brigade>.

=head2 upload_tempname

The file that it is in. It is removed when the request ends and nothing refers
to the upload any more.

=head2 upload_link

    $param->upload_link($path) or die "$path: $!";

Gives the file that name as well; where there can be no hard link it is copied.

=head1 SEE ALSO

L<APR::Request>, L<Apache2::Upload>

=cut
