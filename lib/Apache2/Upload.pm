package Apache2::Upload;

use v5.36;

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

Apache2::Upload - a file that a client has sent

=head1 SYNOPSIS

    use Apache2::Request ();
    use Apache2::Upload  ();

    my $req    = Apache2::Request->new($r, POST_MAX => '10M');
    my $upload = $req->upload('picture');
    printf "%s: %d bytes\n", $upload->filename, $upload->size;
    $upload->link("/srv/pictures/$number") or die "link: $!";

=head1 DESCRIPTION

An C<Apache2::Upload> is an L<APR::Request::Param> with shorter names. Never
make a path of C<filename>, which the client has chosen.

A form in which no file was chosen has an upload without a name and of size 0.

=head1 METHODS

=head2 name

    $name = $upload->name;

The method gives the name of the field in the form.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my $field = $upload->name;

=head2 filename, size, type

    $name  = $upload->filename;
    $bytes = $upload->size;
    $type  = $upload->type;

The methods say how the client names the file, how long it is, and its
C<Content-Type> without attributes.

B<Returns:> a string; an integer; a string, or undef if the client sent no
type.

B<Errors:> none of its own.

B<Example:>

    return Apache2::Const::HTTP_UNSUPPORTED_MEDIA_TYPE
        if ($upload->type // '') !~ m{\Aimage/};

=head2 info

    $table = $upload->info;

The method gives the headers that came with the file.

B<Returns:> an L<APR::Table>.

B<Errors:> none of its own.

B<Example:>

    my $type = $upload->info->get('Content-Type');

=head2 fh, io

    $handle = $upload->fh;
    $handle = $upload->io;

The first gives a handle of a file, in which you can seek. The second gives
one that can only be read, for which no file is made.

B<Returns:> a file handle.

B<Errors:> none of its own.

B<Example:>

    my $io = $upload->io;
    while (my $line = readline $io) { $r->print($line) }

=head2 slurp

    $bytes = $upload->slurp($content);

The method reads the whole file into the variable $content. Use C<io> for
large files.

B<Returns:> the number of bytes, an integer.

B<Errors:> none of its own.

B<Example:>

    my $bytes = $upload->slurp(my $content);

=head2 tempname

    $path = $upload->tempname;

The method gives the file that the upload is in. The file is removed with the
request.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my $size = -s $upload->tempname;

=head2 link

    $done = $upload->link($path);

The method gives the file a second name, so that it stays after the request.
It copies the file if there can be no hard link.

B<Returns:> true; false with C<$!> if it fails.

B<Errors:> none of its own.

B<Example:>

    $upload->link('/srv/pictures/4711.png') or die "link: $!\n";

=head2 bb

    $brigade = $upload->bb;

The method gives the data as a brigade.

B<Returns:> an L<APR::Brigade>.

B<Errors:> none of its own.

B<Example:>

    my $length = $upload->bb->flatten(my $data, 512);

=head1 SEE ALSO

L<Apache2::Request>, L<APR::Request::Param>

=cut
