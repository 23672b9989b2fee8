package Mehari::Migrate::Store;

# Writes changes so that they can be taken back: first copies and a manifest,
# then each file by a rename. At every moment each file is whole, and the
# manifest tells how to restore it.
#
#     MAIN.mehari-backup/1/manifest.json   the changes, with checksums
#     MAIN.mehari-backup/1/0001            the old copy of a file
#     MAIN.mehari-backup/1/revert.sh       takes it back, without mehari
#
# The folder of a second migration is 2. The last migration is taken back first.

use Mehari::Perl;
use Digest::SHA    qw(sha256_hex);
use File::Basename qw(dirname basename);
use File::Path     qw(make_path remove_tree);
use JSON::PP       ();

use Mehari::File qw(bytes_of);
use Mehari::Migrate::Change;
use Mehari::Migrate::Script;

sub new ($class, $dir) { return bless { dir => $dir }, $class }

# --- what there is ---------------------------------------------------------

sub last_number ($self) {
    opendir my $dir, $self->{dir} or return 0;
    my ($last) = sort { $b <=> $a } grep { /^[1-9]\d*\z/ } readdir $dir;
    return $last // 0;
}

# The manifest of the last migration, or undef.
sub last_manifest ($self) {
    my $number = $self->last_number or return undef;
    my $file   = "$self->{dir}/$number/manifest.json";
   # The migration ended before it wrote the manifest, so nothing was changed.
    return { state => 'empty', changes => [], number => $number }
        if !-e $file;
    my $manifest = eval { JSON::PP->new->decode(bytes_of($file)) }
        // die "$file cannot be read: it is not what mehari wrote.\n";
    return { %$manifest, number => $number };
}

# --- apply -----------------------------------------------------------------

# One sentence about the first file that cannot be written.
sub check_writable ($self, @changes) {
    for my $dir (dirname($self->{dir}), map { dirname($_->path) } @changes) {
        -w $dir or die "$dir is not writable: run this as its owner.\n";
    }
    for my $change (@changes) {
        my $path = $change->path;
        next if $change->type ne 'edit';
        -w $path or die "$path is not writable: run this as its owner.\n";
        bytes_of($path) eq $change->old_text
            or die "$path was changed while it was being read: try again.\n";
    }
    return;
}

# Writes copies, then the manifest, then the changes. If the process dies in
# between, take_back() has the files that it needs.
sub apply ($self, @changes) {
    $self->check_writable(@changes);
    my $number = $self->last_number + 1;
    my $dir    = "$self->{dir}/$number";
    make_path($dir, { mode => 0700 });
    my @records
        = map { $self->record($dir, $_, $changes[$_]) } 0 .. $#changes;
    my $manifest = {
        version => 1,
        state   => 'applying',
        time    => time,
        changes => \@records,
        number  => $number,
    };
    $self->write_manifest($manifest);
    write_whole("$dir/revert.sh", Mehari::Migrate::Script::text(\@records));

    for my $at (0 .. $#changes) {
        perform($changes[$at], $records[$at]);
    }
    return $manifest;
}

sub record ($self, $dir, $at, $change) {
    my $record = { type => $change->type, path => $change->path };
    $record->{load} = $change->load if $change->load;
    if ($change->type =~ /link/) {
        return { %$record, target => $change->target };
    }
    $record->{after} = sha256_hex($change->new_text);
    return $record if $change->type eq 'create';
    my @stat = stat $change->path;
    my $name = sprintf '%04d', $at + 1;
    my $old  = $change->old_text;
    write_whole("$dir/$name", $old);
    return {
        %$record,
        backup => $name,
        before => sha256_hex($old),
        mode   => $stat[2] & 07777,
        uid    => $stat[4],
        gid    => $stat[5],
        mtime  => $stat[9],
    };
}

sub write_manifest ($self, $manifest) {
    my %kept = %$manifest;
    delete $kept{number};
    write_whole(
        "$self->{dir}/$manifest->{number}/manifest.json",
        JSON::PP->new->pretty->canonical->encode(\%kept)
    );
    return;
}

sub perform ($change, $record) {
    my ($type, $path) = ($change->type, $change->path);
    if ($type eq 'link') {
        symlink $change->target, $path or die "Cannot make $path: $!.\n";
    }
    elsif ($type eq 'unlink') {
        unlink $path or die "Cannot remove $path: $!.\n";
    }
    else { write_whole($path, $change->new_text, $record) }
    return;
}

# httpd's Include globs do not match a name with a leading dot, so a leftover
# is never read as configuration.
sub temporary ($path) {
    return dirname($path) . '/.' . basename($path) . '.mehari-new';
}

sub write_whole ($path, $text, $like = {}) {
    my $temporary = temporary($path);
    eval {
        unlink $temporary;
        open my $out, '>:raw', $temporary or die "$!\n";
        print {$out} $text or die "$!\n";
        $out->flush        or die "$!\n";
        $out->sync         or die "$!\n";
        close $out         or die "$!\n";
        dress($temporary, $like);
        rename $temporary, $path or die "$!\n";
        1;
    } or do {
        chomp(my $why = $@);
        unlink $temporary;
        die "Cannot write $path: $why.\n";
    };
    return;
}

# The owner first: a change of owner clears setuid bits.
sub dress ($file, $like) {
    return if !defined $like->{mode};
    my ($uid, $gid) = (stat $file)[ 4, 5 ];
    if ($uid != $like->{uid} || $gid != $like->{gid}) {
        chown $like->{uid}, $like->{gid}, $file
            or die "its owner cannot be kept ($!)\n";
    }
    chmod $like->{mode}, $file or die "$!\n";
    return;
}

sub keep ($self, $manifest) {
    $self->write_manifest({ %$manifest, state => 'applied' });
    return;
}

# --- revert ----------------------------------------------------------------

# 'before', 'after' or 'other': the present state of the file of a change.
sub found ($record) {
    my ($type, $path) = @$record{qw(type path)};
    if ($type =~ /link/) {
        my $there = -l $path  && readlink($path) eq $record->{target};
        my $none  = !-l $path && !-e _;
        my ($with, $without)
            = $type eq 'link' ? ('after', 'before') : ('before', 'after');
        return $there ? $with : $none ? $without : 'other';
    }
    return $type eq 'create' ? 'before' : 'other' if !-e $path;
    my $sum = sha256_hex(bytes_of($path));
    return
          $sum eq $record->{after}          ? 'after'
        : $sum eq ($record->{before} // '') ? 'before'
        :                                     'other';
}

sub check_place ($self, $manifest) {
    for my $record (@{ $manifest->{changes} }) {
        my $dir = dirname($record->{path});
        -w $dir or die "$dir is not writable: run this as its owner.\n";
    }
    return;
}

# Paths of files that somebody has changed since the migration.
sub edited ($self, $manifest) {
    return map { $_->{path} }
        grep { found($_) eq 'other' } @{ $manifest->{changes} };
}

# Puts everything back, in the reverse order, and forgets the backup.
# keep_module: but for what loads mehari. Returns the number of files.
sub take_back ($self, $manifest, %option) {
    my $dir   = "$self->{dir}/$manifest->{number}";
    my $count = 0;
    for my $record (reverse @{ $manifest->{changes} }) {
        my $kept = $option{keep_module} ? $record->{load} : undef;
        unlink temporary($record->{path});
        next if $kept && $record->{type} ne 'edit';
        $count++;
        next if found($record) eq 'before';
        undo($dir, $record, $kept);
    }
    remove_tree($dir);
    rmdir $self->{dir};    # fails when earlier migrations are in it
    return $count;
}

# The files with changed text: { path => the text before the migration }. A
# file that the migration made is empty.
sub texts_before ($self, $manifest) {
    my $dir = "$self->{dir}/$manifest->{number}";
    return {
        map { ($_->{path} => $_->{type} eq 'edit' ? old_text($dir, $_) : '') }
        grep { $_->{type} !~ /link/ } @{ $manifest->{changes} }
    };
}

# The path of the file or link that loads mehari, if it is still there.
sub module_loaded_by ($self, $manifest) {
    my ($record) = grep { $_->{load} && found($_) eq 'after' }
        reverse @{ $manifest->{changes} };
    return $record ? $record->{path} : undef;
}

sub old_text ($dir, $record) {
    my $text = bytes_of("$dir/$record->{backup}");
    sha256_hex($text) eq $record->{before}
        or die "$dir/$record->{backup} is damaged: its checksum is not"
        . " that of $record->{path} before the migration.\n";
    return $text;
}

# kept: lines of the new text that stay, and their place in the old one.
sub undo ($dir, $record, $kept = undef) {
    my ($type, $path) = @$record{qw(type path)};
    if ($type eq 'edit') {
        my $text = old_text($dir, $record);
        if ($kept) {
            my $change = Mehari::Migrate::Change->edit($path, $text);
            $change->replace($kept->{first}, $kept->{first} - 1,
                $kept->{text});
            $text = $change->new_text;
        }
        write_whole($path, $text, $record);
        utime time, $record->{mtime}, $path if !$kept;
        return;
    }
    if ($type eq 'unlink') {
        unlink $path;
        symlink $record->{target}, $path or die "Cannot make $path: $!.\n";
        return;
    }
    unlink $path or die "Cannot remove $path: $!.\n";
    return;
}

1;

__END__

=head1 NAME

Mehari::Migrate::Store - changes that can be taken back

=head1 METHODS

=over

=item new($directory)

=item apply(@changes)

Backs up, then writes. Returns the manifest, whose state is C<applying> until
keep() is called.

=item keep($manifest)

=item take_back($manifest, keep_module => $boolean)

=item texts_before($manifest), module_loaded_by($manifest)

=item last_manifest, check_place($manifest), edited($manifest)

=back

=cut
