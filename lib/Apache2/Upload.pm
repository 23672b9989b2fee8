package Apache2::Upload;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR::Request::Param ();
use Apache2::Request    ();

our @ISA = 'APR::Request::Param';

{
    no strict 'refs';
    *$_ = \&{"APR::Request::Param::upload_$_"}
        for qw(filename link slurp size type tempname fh io);
}

sub bb { goto &APR::Request::Param::upload }

sub Apache2::Request::upload_class ($req) { return 'Apache2::Upload' }

1;

__END__

=head1 NAME

Apache2::Upload - an uploaded file of a form

=head1 SYNOPSIS

    use Apache2::Request ();
    use Apache2::Upload  ();

    my $req    = Apache2::Request->new($r, POST_MAX => '10M');
    my $upload = $req->upload('picture');
    printf "%s: %d bytes\n", $upload->filename, $upload->size;
    $upload->link("/srv/pictures/$number") or die "link: $!";

=head1 DESCRIPTION

An C<Apache2::Upload> is an L<APR::Request::Param> with shorter names for its
methods. Do not use C<filename> in a path, because the client can send any
name, for example F<../../etc/passwd>.

If the user chose no file, the form has an upload with an empty file name and
the size 0.

=head1 METHODS

=head2 name

    $name = $upload->name;

The method returns the name of the field in the form.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> the field that the file came in.

    my $field = $upload->name;

=head2 filename, size, type

    $name  = $upload->filename;
    $bytes = $upload->size;
    $type  = $upload->type;

C<filename> returns the file name that the client has sent, C<size> the length
in bytes. C<type> returns the C<Content-Type> without parameters. The client
chooses the type, too: it proves nothing about the content.

B<Returns:> C<filename> a string, C<size> an integer, C<type> a string, or
undef if the client has sent no type.

B<Errors:> none of their own.

B<Example:> a handler accepts only images.

    return Apache2::Const::HTTP_UNSUPPORTED_MEDIA_TYPE
        if ($upload->type // '') !~ m{\Aimage/};

=head2 info

    $table = $upload->info;

The method returns the headers of the file in the form.

B<Returns:> an L<APR::Table>.

B<Errors:> none of its own.

B<Example:>

    my $type = $upload->info->get('Content-Type');

=head2 fh, io

    $handle = $upload->fh;
    $handle = $upload->io;

C<fh> returns a handle of a temporary file, in which you can seek. C<io>
returns a handle for reading only, and needs no temporary file.

B<Returns:> a file handle.

B<Errors:> none of their own.

B<Example:> a handler sends the file back, line by line.

    my $io = $upload->io;
    while (my $line = readline $io) { $r->print($line) }

=head2 slurp

    $bytes = $upload->slurp($content);

The method reads the whole file into the variable $content. For a large file,
read from C<io> in pieces.

B<Returns:> the number of bytes, an integer.

B<Errors:> none of its own.

B<Example:>

    my $bytes = $upload->slurp(my $content);

=head2 tempname

    $path = $upload->tempname;

The method returns the path of the upload's temporary file. mehari removes this
file at the end of the request. Use C<link> to keep it.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my $size = -s $upload->tempname;

=head2 link

    $done = $upload->link($path);

The method keeps the file under another path, as a hard link. If a hard link
is impossible, for example in another file system, the method copies the file.

B<Returns:> true; false if it fails, with the reason in C<$!>.

B<Errors:> none of its own.

B<Example:>

    $upload->link('/srv/pictures/4711.png') or die "link: $!\n";

=head2 bb

    $brigade = $upload->bb;

The method returns the content of the file as a brigade, for code that works
with buckets.

B<Returns:> an L<APR::Brigade>.

B<Errors:> none of its own.

B<Example:>

    my $length = $upload->bb->flatten(my $data, 512);

=head1 SEE ALSO

L<Apache2::Request>, L<APR::Request::Param>

=cut
