package APR::Finfo;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Finfo - what the system says of a file

=head1 SYNOPSIS

    use APR::Finfo ();
    use APR::Const -compile => qw(FINFO_NORM FILETYPE_REG);

    my $finfo = $r->finfo;    # of the file that the request is for
    my $other = APR::Finfo::stat($path, APR::Const::FINFO_NORM, $r->pool);
    if ($other->filetype == APR::Const::FILETYPE_REG) { ... }

=head1 FUNCTIONS

=head2 stat

    $finfo = APR::Finfo::stat($path, $wanted, $pool);

Asks the system about a path (a string). $wanted says what for (an integer): the
C<:finfo> constants of L<APR::Const>, joined with C<|>; FINFO_NORM is what a
file system usually has, FINFO_LINK asks about a symbolic link itself. $pool is
an L<APR::Pool>, which is kept as long as the object.

Throws an L<APR::Error> if there is no such file or it cannot be reached. A
field that the system does not have is no error; C<valid> tells.

=head1 METHODS

All read only, all without arguments.

=head2 atime

=head2 mtime

=head2 ctime

    $time = $finfo->mtime;

When the file was last read, when it was last written, and when its inode was
last changed, in seconds since the epoch (integers).

=head2 size

    $bytes = $finfo->size;

Its length in bytes (an integer).

=head2 csize

    $bytes = $finfo->csize;

The space that it takes on the disk (an integer), where the system says so.

=head2 filetype

    $type = $finfo->filetype;

What it is: one of the C<:filetype> constants of L<APR::Const>, FILETYPE_NOFILE
if there is no such file.

=head2 protection

    $bits = $finfo->protection;

Who may do what with it: C<:fprot> constants of L<APR::Const>, joined. They are
not the bits of Perl's stat; those of "others" are the same.

=head2 user

=head2 group

    $uid = $finfo->user;
    $gid = $finfo->group;

The numbers of its owner and its group.

=head2 device

=head2 inode

=head2 nlink

    $number = $finfo->inode;

The number of its device, that of its inode, and how many names it has
(integers).

=head2 fname

    $path = $finfo->fname;

The path that was asked about (a string).

=head2 name

    $name = $finfo->name;

Its name as the directory has it: a string if FINFO_NAME was wanted and the
system has such a thing, else undef.

=head2 valid

    if ($finfo->valid & APR::Const::FINFO_SIZE) { ... }

Which of the fields were filled: C<:finfo> constants, joined.

=head1 SEE ALSO

L<Apache2::RequestRec/finfo>, L<APR::Const>

=cut
