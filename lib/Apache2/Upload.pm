package Apache2::Upload;

use 5.036;

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

An L<APR::Request::Param>, with shorter names. Never make a path of C<filename>,
which the client has chosen.

A form in which no file was chosen has an upload without a name and of size 0.

=head1 METHODS

=head2 name

Of the field in the form.

=head2 filename, size, type

What the client calls the file, its length, its C<Content-Type>.

=head2 info

The headers that came with it, an L<APR::Table>.

=head2 fh, io

    my $fh = $upload->fh;
    my $io = $upload->io;

Handles to read it: one of a file, in which one can seek, and one for which no
file is made.

=head2 slurp

    $size = $upload->slurp($content);

=head2 tempname, link

    $name = $upload->tempname;
    $upload->link($path) or die "$path: $!";

The file it is in, and another name for that, or a copy.

=head2 bb

    $brigade = $upload->bb;

It as an L<APR::Brigade>.

=head1 SEE ALSO

L<Apache2::Request>, L<APR::Request::Param>

=cut
