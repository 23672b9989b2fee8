package APR::Finfo;

use v5.36;

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
    if ($other->filetype == APR::Const::FILETYPE_REG) {
        print $other->size;
    }

=head1 DESCRIPTION

httpd has asked the system about the file of a request before your handler
runs: C<< $r->finfo >> saves you a C<stat>. All methods are read only.

=head1 FUNCTIONS

=head2 stat

    $finfo = APR::Finfo::stat($path, $wanted, $pool);

The function asks the system about a path. $wanted says for which fields:
constants C<:finfo> of L<APR::Const>, joined with C<|>. FINFO_NORM is what a
file system usually has. FINFO_LINK asks about a symbolic link itself. $pool
is an L<APR::Pool>, which lives at least as long as the object.

B<Returns:> an C<APR::Finfo>.

B<Errors:> it throws an L<APR::Error> if there is no such file or it cannot be
reached. A field that the system does not have is no error: see C<valid>.

B<Example:>

    my $finfo = eval {
        APR::Finfo::stat($path, APR::Const::FINFO_NORM, $r->pool)
    };
    return Apache2::Const::NOT_FOUND if !$finfo;

=head1 METHODS

=head2 atime, mtime, ctime

    $time = $finfo->mtime;

C<atime> is when the file was last read, C<mtime> when it was last written,
and C<ctime> when its inode was last changed.

B<Returns:> seconds since the epoch, an integer.

B<Errors:> none of its own.

B<Example:>

    my $age = time - $r->finfo->mtime;

=head2 size

    $bytes = $finfo->size;

The method gives the length of the file.

B<Returns:> a number of bytes, an integer.

B<Errors:> none of its own.

B<Example:>

    $r->set_content_length($r->finfo->size);

=head2 csize

    $bytes = $finfo->csize;

The method gives the space that the file takes on the disk. C<valid> with
FINFO_CSIZE tells whether the system knows it.

B<Returns:> a number of bytes, an integer.

B<Errors:> none of its own.

B<Example:>

    my $finfo = $r->finfo;
    my $sparse = ($finfo->valid & APR::Const::FINFO_CSIZE)
        && $finfo->csize < $finfo->size;

=head2 filetype

    $type = $finfo->filetype;

The method says whether the path is a file, a directory or something else.

B<Returns:> a constant C<:filetype> of L<APR::Const>; FILETYPE_NOFILE if there
is no such file.

B<Errors:> none of its own.

B<Example:>

    return Apache2::Const::NOT_FOUND
        if $r->finfo->filetype == APR::Const::FILETYPE_NOFILE;

=head2 protection

    $bits = $finfo->protection;

The method gives the permissions. They are not the bits of Perl's C<stat>:
only those of "others" are the same.

B<Returns:> constants C<:fprot> of L<APR::Const>, joined.

B<Errors:> none of its own.

B<Example:>

    my $open = $r->finfo->protection & APR::Const::FPROT_WWRITE;
    $r->log->warn($r->filename, ' is writable for everybody') if $open;

=head2 user, group

    $uid = $finfo->user;
    $gid = $finfo->group;

The methods give the owner and the group of the file.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $owner = getpwuid $r->finfo->user;

=head2 device, inode

    $number = $finfo->device;
    $number = $finfo->inode;

The methods identify the file: two paths are names of the same file if both
numbers agree.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $finfo = $r->finfo;
    my $key = join ':', $finfo->device, $finfo->inode;

=head2 nlink

    $count = $finfo->nlink;

The method counts the names (hard links) of the file.

B<Returns:> an integer.

B<Errors:> none of its own.

B<Example:>

    my $shared = $r->finfo->nlink > 1;

=head2 fname

    $path = $finfo->fname;

The method gives the path that was asked about.

B<Returns:> a string, or undef if there is no file.

B<Errors:> none of its own.

B<Example:>

    $r->print('the file is ', $r->finfo->fname // 'not there');

=head2 name

    $name = $finfo->name;

The method gives the name that the directory has for the file.

B<Returns:> a string if FINFO_NAME was wanted and the system has such a thing;
else undef.

B<Errors:> none of its own.

B<Example:>

    my $name = $r->finfo->name // $r->filename =~ s{.*/}{}r;

=head2 valid

    $bits = $finfo->valid;

The method says which fields the system has filled.

B<Returns:> constants C<:finfo> of L<APR::Const>, joined.

B<Errors:> none of its own.

B<Example:>

    my $finfo = $r->finfo;
    my $size = $finfo->valid & APR::Const::FINFO_SIZE ? $finfo->size : undef;

=head1 SEE ALSO

L<Apache2::RequestRec/finfo>, L<Apache2::SubRequest/lookup_dirent>,
L<APR::Const>

=cut
