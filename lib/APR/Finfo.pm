package APR::Finfo;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Finfo - size, times, type and permissions of a file

=head1 SYNOPSIS

    use APR::Finfo ();
    use APR::Const -compile => qw(FINFO_NORM FILETYPE_REG);

    my $finfo = $r->finfo;    # of the file that the request is for
    my $other = APR::Finfo::stat($path, APR::Const::FINFO_NORM, $r->pool);
    if ($other->filetype == APR::Const::FILETYPE_REG) {
        print $other->size;
    }

=head1 DESCRIPTION

httpd calls C<stat> for the file of a request before your handler runs. With
C<< $r->finfo >> you use its result, and need no C<stat> of your own. You
cannot change the fields.

=head1 FUNCTIONS

=head2 stat

    $finfo = APR::Finfo::stat($path, $wanted, $pool);

The function asks the system about the file $path. $wanted says which fields
you need: constants of the group C<:finfo> in L<APR::Const>, joined with C<|>.
FINFO_NORM stands for all that a file system usually has. With FINFO_LINK you
get a symbolic link itself, not its target. $pool is an L<APR::Pool>. The
object keeps it alive.

B<Returns:> an C<APR::Finfo>.

B<Errors:> it throws an L<APR::Error> if the file does not exist or cannot be
reached. If the system does not know a field, it does not throw: see C<valid>.

B<Example:> a missing file is a 404.

    my $finfo = eval {
        APR::Finfo::stat($path, APR::Const::FINFO_NORM, $r->pool)
    };
    return Apache2::Const::NOT_FOUND if !$finfo;

=head1 METHODS

=head2 atime, mtime, ctime

    $time = $finfo->mtime;

C<atime> returns the time of the last access, C<mtime> that of the last change
of the content, and C<ctime> that of the last change of the inode.

B<Returns:> an integer, seconds since the epoch.

B<Errors:> none of their own.

B<Example:> the age of the file in seconds.

    my $age = time - $r->finfo->mtime;

=head2 size

    $bytes = $finfo->size;

The method returns the size of the file.

B<Returns:> an integer, bytes.

B<Errors:> none of its own.

B<Example:>

    $r->set_content_length($r->finfo->size);

=head2 csize

    $bytes = $finfo->csize;

The method returns the space that the file uses on the disk. Ask C<valid> for
FINFO_CSIZE, because not every system knows it.

B<Returns:> an integer, bytes.

B<Errors:> none of its own.

B<Example:> a test for files with holes.

    my $finfo = $r->finfo;
    my $sparse = ($finfo->valid & APR::Const::FINFO_CSIZE)
        && $finfo->csize < $finfo->size;

=head2 filetype

    $type = $finfo->filetype;

The method returns the type of the file: a regular file, a directory, a
symbolic link and so on.

B<Returns:> a constant of the group C<:filetype> in L<APR::Const>;
FILETYPE_NOFILE if the file does not exist.

B<Errors:> none of its own.

B<Example:> a missing file is a 404.

    return Apache2::Const::NOT_FOUND
        if $r->finfo->filetype == APR::Const::FILETYPE_NOFILE;

=head2 protection

    $bits = $finfo->protection;

The method returns the permissions of the file. The bits are not those of
Perl's C<stat>: only the bits for other users are the same.

B<Returns:> an integer, a bit mask of the constants C<:fprot> in
L<APR::Const>.

B<Errors:> none of its own.

B<Example:> a warning about a file that every user can change.

    my $open = $r->finfo->protection & APR::Const::FPROT_WWRITE;
    $r->log->warn($r->filename, ' is writable for everybody') if $open;

=head2 user, group

    $uid = $finfo->user;
    $gid = $finfo->group;

The methods return the owner and the group of the file.

B<Returns:> an integer.

B<Errors:> none of their own.

B<Example:> the name of the owner.

    my $owner = getpwuid $r->finfo->user;

=head2 device, inode

    $number = $finfo->device;
    $number = $finfo->inode;

The methods return the device and the inode of the file. Two paths lead to the
same file if both numbers are equal.

B<Returns:> an integer.

B<Errors:> none of their own.

B<Example:> a key for a cache that finds the file under each of its names.

    my $finfo = $r->finfo;
    my $key = join ':', $finfo->device, $finfo->inode;

=head2 nlink

    $count = $finfo->nlink;

The method returns the number of hard links to the file.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $shared = $r->finfo->nlink > 1;

=head2 fname

    $path = $finfo->fname;

The method returns the path that was passed to stat(2).

B<Returns:> a string, or undef if httpd has not looked for the file, or has
found none of its directories.

B<Errors:> none of its own.

B<Example:>

    $r->print('the file is ', $r->finfo->fname // 'not there');

=head2 name

    $name = $finfo->name;

The method returns the name of the file in its directory. On Unix neither
C<stat> nor httpd fills it in. Use the last part of C<fname> or
C<< $r->filename >>.

B<Returns:> a string, or undef if it is unknown, as on Unix.

B<Errors:> none of its own.

B<Example:>

    my $name = $r->finfo->name // $r->filename =~ s{.*/}{}r;

=head2 valid

    $bits = $finfo->valid;

The method tells which fields have a value from the system. If the file of a
request does not exist, they can be those of a directory above it. Look at
C<filetype> first.

B<Returns:> an integer, a bit mask of the constants C<:finfo> in
L<APR::Const>.

B<Errors:> none of its own.

B<Example:> use the size only if it is known.

    my $finfo = $r->finfo;
    my $size = $finfo->valid & APR::Const::FINFO_SIZE ? $finfo->size : undef;

=head1 SEE ALSO

L<Apache2::RequestRec/finfo>, L<Apache2::SubRequest/lookup_dirent>,
L<APR::Const>

=cut
