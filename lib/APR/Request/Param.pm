package APR::Request::Param;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR::Pool             ();
use APR::Request          ();
use APR::Request::Brigade ();
use APR::Table            ();
use Mehari::Form          ();

use overload '""' => sub { $_[0]->value }, fallback => 1;

# An object is a reference to its entry, which others share: a hash of name,
# value, tainted, charset; for an upload, also headers and spool.
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

# Like libapreq, looks at the parameter's name, too.
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

# A brigade of the upload's bytes; undef if the parameter is no upload.
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

APR::Request::Param - a parameter or an upload of a form

=head1 SYNOPSIS

    my $body = $req->body;
    $body->param_class('APR::Request::Param');
    for my $param (values %$body) {
        next if !$param->upload;
        printf "%s: %d bytes\n", $param->upload_filename,
            $param->upload_size;
    }

=head1 DESCRIPTION

C<upload> of L<APR::Request> returns these objects. Tables have them as values
if you set their C<param_class> to this class. As a string, an object is its
value.

The methods with C<upload_> in their names throw "is no upload" for a plain
parameter.

=head1 METHODS

=head2 make

    $param = APR::Request::Param->make($pool, $name, $value);

The method creates a parameter. Tests and subclasses use it.

B<Returns:> an C<APR::Request::Param>.

B<Errors:> none of its own.

B<Example:>

    my $param = APR::Request::Param->make($pool, 'name', 'Jane');

=head2 name, value

    $name  = $param->name;
    $value = $param->value;

The methods return the name and the value. You cannot set them. The value of an
upload is its file name.

B<Returns:> a string.

B<Errors:> none of their own.

B<Example:>

    my $pair = $param->name . '=' . $param->value;

=head2 is_tainted

    $bool = $param->is_tainted;
    $old  = $param->is_tainted($flag);

The method reads or sets whether the value is untrusted. It is untrusted at
first. After you set it to 0, C<value> is not tainted, and is decoded if the
charset is UTF-8.

B<Returns:> 1 or 0.

B<Errors:> none of its own.

B<Example:>

    $param->is_tainted(0) if $param->value =~ /\A[\w .-]+\z/;

=head2 charset

    $number = $param->charset;
    $old    = $param->charset($number);

The method reads or sets the character encoding of the name and the value. At
first it is guessed from their bytes.

B<Returns:> an integer: 0 for ASCII, 1 for Latin-1, 2 for Windows-1252, 8 for
UTF-8.

B<Errors:> none of its own.

B<Example:>

    my $is_utf8 = $param->charset == 8;

=head2 info

    $table = $param->info;

The method returns the headers of this part in a multipart body.

B<Returns:> an L<APR::Table>, which may be empty.

B<Errors:> none of its own.

B<Example:>

    my $disposition = $req->upload('u')->info->get('Content-Disposition');

=head2 upload

    $brigade = $param->upload;

The method returns the content of an upload as a brigade.

B<Returns:> an L<APR::Brigade>, or undef for a plain parameter.

B<Errors:> none of its own.

B<Example:>

    my $length = $req->upload('u')->upload->flatten(my $data);

=head2 upload_filename, upload_size, upload_type

    $name  = $param->upload_filename;
    $bytes = $param->upload_size;
    $type  = $param->upload_type;

C<upload_filename> returns the file name that the client has sent. The name can
have a path, so do not use it in a path of yours. C<upload_size> returns the
length in bytes, C<upload_type> the C<Content-Type> without parameters.

B<Returns:> C<upload_filename> a string, C<upload_size> an integer,
C<upload_type> a string, or undef if the client has sent no type.

B<Errors:> they throw for a plain parameter.

B<Example:> the extension of the file name.

    my $upload = $req->upload('u');
    my ($ending) = $upload->upload_filename =~ /\.(\w{1,8})\z/;

=head2 upload_slurp

    $bytes = $param->upload_slurp($content);

The method reads the whole upload into the variable $content.

B<Returns:> the number of bytes, an integer.

B<Errors:> it throws for a plain parameter.

B<Example:>

    $req->upload('u')->upload_slurp(my $content);

=head2 upload_fh, upload_io

    $handle = $param->upload_fh;
    $handle = $param->upload_io;

C<upload_fh> returns a handle of a temporary file, in which you can seek.
C<upload_io> returns a handle for reading only, and needs no temporary file:
see L<APR::Request::Brigade>.

B<Returns:> a file handle.

B<Errors:> they throw for a plain parameter.

B<Example:>

    my $io = $req->upload('u')->upload_io;
    while (my $line = readline $io) { $r->print($line) }

=head2 upload_tempname

    $path = $param->upload_tempname;

The method returns the path of the upload's temporary file. mehari removes this
file after the request, when nothing refers to the upload any more.

B<Returns:> a string.

B<Errors:> it throws for a plain parameter.

B<Example:> a program looks at the content of the upload.

    my $path = $req->upload('u')->upload_tempname;
    my $type = $r->spawn_proc_prog('/usr/bin/file', [ '-b', $path ]);

=head2 upload_link

    $done = $param->upload_link($path);

The method keeps the file under another path, as a hard link. If a hard link
is impossible, for example in another file system, the method copies the file.

B<Returns:> true; false if it fails, with the reason in C<$!>.

B<Errors:> it throws for a plain parameter.

B<Example:>

    $req->upload('u')->upload_link('/srv/pictures/4711.png')
        or die "link: $!\n";

=head1 SEE ALSO

L<APR::Request>, L<Apache2::Upload>

=cut
