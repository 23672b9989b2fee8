package Mehari::Command::Profile;

# mehari profile: makes reports of the profiles that PerlProfile has written.

use Mehari::Perl;

use Mehari::Command::Usage;
use Mehari::Profile::Report;
use Mehari::Serve::Message;
use Mehari::Serve::Page qw(escape url_path document);
use Mehari::Serve::Profile;
use POSIX qw(_exit);

# The exit status of a process that has found no profile.
my $EMPTY = 2;

sub run ($class, @args) {
    my %option;
    Mehari::Command::Usage->options('profile', \@args, \%option,
        qw(list merge));
    Mehari::Command::Usage->throw(
        'profile: name one folder, that of the profiles or one below it')
        if @args != 1;
    my ($dir) = @args;
    die "there is no folder $dir\n" if !-d $dir;
    my @folders = Mehari::Profile::Report->folders($dir)
        or die "$dir cannot be read; run this as its owner, or as root\n";
    my @status;
    for my $folder (@folders) {
        push @status, as_owner($folder, sub () { work(\%option, $folder) });
    }
    die "there are no profiles in $dir; PerlProfile On makes them"
        . " (docs/profiling.md)\n"
        if !grep { $_ != $EMPTY } @status;
    return (grep { $_ && $_ != $EMPTY } @status) ? 1 : 0;
}

# Works as the owner of the folder, who gains nothing by files that are already
# his.
sub as_owner ($folder, $code) {
    my ($uid, $gid) = (lstat $folder)[ 4, 5 ];
    return $code->() if $> || !$uid;
    STDOUT->flush;
    my $pid = fork // die "no process for $folder: $!\n";
    if (!$pid) {
        my $status = eval { become($uid, $gid); $code->() };
        print STDERR "mehari: $@" if !defined $status;
        STDOUT->flush;
        _exit($status // 1);
    }
    waitpid $pid, 0;
    return $? & 127 ? 1 : $? >> 8;
}

sub become ($uid, $gid) {
    chdir '/';
    $) = "$gid $gid";
    POSIX::setgid($gid);
    POSIX::setuid($uid);
    die "cannot become user $uid\n"
        if $> != $uid || $< != $uid || $) != $gid;
    return;
}

sub work ($option, $folder) {
    my @entries
        = $option->{merge}
        ? Mehari::Profile::Report->merge($folder)
        : Mehari::Profile::Report->list($folder);
    return $EMPTY            if !@entries;
    return say_all(@entries) if $option->{list};
    my $failed = 0;
    for my $entry (@entries) {
        my $made = eval { Mehari::Profile::Report->make($entry) };
        print STDERR "mehari: $@" if !defined $made;
        defined $made ? $entry->{made} = 1 : $failed++;
    }
    my $index = write_index($folder, grep { $_->{made} } @entries);
    say "$folder: ", @entries - $failed, " of ", scalar @entries,
        " profiles: $index";
    return $failed ? 1 : 0;
}

sub say_all (@entries) {
    printf "%s  %8d  %s %s  %s\n", @$_{qw(at size)},
        map { Mehari::Serve::Message::printable($_) } @$_{qw(method uri)},
        $_->{file}
        for @entries;
    return 0;
}

sub write_index ($folder, @entries) {
    my $file = "$folder/report/index.html";
    my $rows = join '', map {
        Mehari::Serve::Profile::row($_, url_path("$_->{name}/index.html"))
    } @entries;
    my $title = 'Profiles in ' . $folder;
    open my $out, '>', $file or die "$file cannot be written: $!\n";
    print {$out} document($title, <<~"HTML");
        <header><h1>Profiles</h1><p class="dim">${\escape($folder)}</p></header>
        <section><div class="card"><table><tbody>
        $rows</tbody></table></div></section>
        HTML
    close $out or die "$file cannot be written: $!\n";
    return $file;
}

1;

__END__

=head1 NAME

mehari-profile - make reports for your browser from profiles

=head1 SYNOPSIS

  mehari profile [OPTIONS] FOLDER

=head1 DESCRIPTION

C<mehari profile> turns profiles, which PerlProfile makes, into pages for your
browser. FOLDER is C<dir=> of PerlProfile, or a folder below it. The pages are
in F<FOLDER/.../report>, with an index. If root runs this command, it works as
the owner of each folder. F<docs/profiling.md> says more.

=head1 OPTIONS

=over 20

=item B<--list>

Only list the profiles.

=item B<--merge>

Make one report for all profiles of a script.

=back

=head1 SEE ALSO

L<mehari(1)>, L<mehari-serve(1)>, F<docs/profiling.md>

=cut
