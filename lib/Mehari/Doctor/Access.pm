package Mehari::Doctor::Access;

# httpd's permission to run the scripts that the configuration names: ExecCGI,
# and the modes of files and folders.

use Mehari::Perl;

use Mehari::Migrate::Site;

my $SHOWN = 3;    # of many files

# Directives that make a file a program: the places, and the handlers.
my %HANDLER = map { $_ => 1 } qw(perl-cgi cgi-script perl-script modperl);
my %NEEDS_EXEC_CGI = map { $_ => 1 } qw(perl-cgi cgi-script);

sub is_handler ($found) {
    my $index = $found->{name} eq 'addhandler' ? 0 : -1;
    return $HANDLER{ lc($found->{args}[$index] // '') };
}

# { found, handler, places } of each directive that makes scripts.
sub rules ($doctor) {
    return @{ $doctor->{rules} } if $doctor->{rules};
    my $walk = $doctor->walk // return ();
    my $site = $doctor->{site} = Mehari::Migrate::Site->new($walk);
    my @rules;
    for my $found ($doctor->directives(qw(sethandler addhandler))) {
        next if !is_handler($found);
        my $handler
            = lc $found->{args}[ $found->{name} eq 'addhandler' ? 0 : -1 ];
        push @rules,
            {
            found   => $found,
            handler => $handler,
            places  => [ $site->places($found) ],
            };
    }
    for my $found ($doctor->directives('scriptalias')) {
        push @rules,
            {
            found   => $found,
            handler => 'script-alias',
            places  => [ grep { -e } $walk->path($found->{args}[1] // '') ],
            };
    }
    $doctor->{rules} = \@rules;
    return @rules;
}

# --- ExecCGI ----------------------------------------------------------------

sub exec_cgi ($doctor) {
    my @rules = grep { $NEEDS_EXEC_CGI{ $_->{handler} } } rules($doctor);
    return () if !@rules;
    my (%without, $with);
    for my $rule (@rules) {
        for my $place (@{ $rule->{places} }) {
            if (has_exec_cgi($doctor, $rule->{found}, $place)) { $with++ }
            else { $without{$place} = where($rule->{found}) }
        }
    }
    my @folders = sort keys %without;
    return Mehari::Doctor::ok('exec-cgi',
        'Options ExecCGI is set for the scripts')
        if !@folders && $with;
    return () if !@folders;
    return Mehari::Doctor::fail(
        'exec-cgi',
        'no Options ExecCGI for '
            . some(map { "$_ ($without{$_})" } @folders),
        'write Options +ExecCGI there. Without it, httpd refuses each script'
            . ' with 403.'
    );
}

sub where ($found) { return "$found->{shown}:$found->{number}" }

sub some (@names) {
    my $more = @names - $SHOWN;
    splice @names, $SHOWN if $more > 0;
    return join(', ', @names) . ($more > 0 ? " and $more more" : '');
}

# Applies Options as httpd merges them: folders from the root down, then
# sections by name or URL.
sub has_exec_cgi ($doctor, $rule, $place) {
    my @said = map { [ rank($_, $rule, $place), $_ ] }
        $doctor->directives('options');
    my $has = 0;
    for my $one (sort { $a->[0] <=> $b->[0] } grep { defined $_->[0] } @said)
    {
        $has = after($has, @{ $one->[1]{args} });
    }
    return $has;
}

# undef if the directive is not about this place. Otherwise a number: the
# directive with the largest number wins.
sub rank ($options, $rule, $place) {
    my @boxes = grep { !$_->{condition} && $_->{name} ne 'virtualhost' }
        @{ $options->{stack} };
    return undef
        if $options->{host} ne '' && $options->{host} ne $rule->{host};
    return 0 if !@boxes;
    my $box = $boxes[0];
    my $dir = $box->{args}[0] // '';
    my $own = grep { same($_, $box) } @{ $rule->{stack} };
    return $own ? 1_000_000 : undef if $box->{name} ne 'directory';
    $dir =~ s{(?<=.)/+\z}{};
    return
           $own
        || $dir eq '/'
        || $place eq $dir
        || index($place, "$dir/") == 0 ? 1 + length $dir : undef;
}

sub same ($one, $other) {
    return $one->{file} eq $other->{file}
        && $one->{number} == $other->{number};
}

# True if ExecCGI is on after a directive Options with these words.
sub after ($has, @words) {
    return (grep { /\A(?:ExecCGI|All)\z/i } @words) ? 1 : 0
        if !grep { /\A[+-]/ } @words;
    for my $word (@words) {
        $has = 1 if $word =~ /\A\+(?:ExecCGI|All)\z/i;
        $has = 0 if $word =~ /\A-(?:ExecCGI|All)\z/i;
    }
    return $has;
}

# --- permissions ------------------------------------------------------------

sub permissions ($doctor) {
    my $walk  = $doctor->walk // return ();
    my @rules = rules($doctor);
    return () if !@rules;
    my $user = user($doctor) // return Mehari::Doctor::fail(
        'permissions',
        'the system does not know the User of the configuration',
        'name an existing user.'
    );
    my %files = map { $_ => 1 }
        map { $doctor->{site}->files($_->{found}, @{ $_->{places} }) } @rules;
    my @files = sort keys %files;
    my @bad   = map { my $why = refused($user, $_); defined $why ? $why : () }
        @files;
    my %seen;
    @bad = grep { !$seen{$_}++ } @bad;
    return Mehari::Doctor::ok('permissions',
        "$user->{name} may read "
            . (@files == 1 ? 'the script' : 'all ' . @files . ' scripts'))
        if !@bad;
    return Mehari::Doctor::fail(
        'permissions',
        "$user->{name} may not " . some(@bad),
        "allow it with chmod or chgrp. Until then, clients get 403 or 404."
    );
}

sub user ($doctor) {
    my ($named) = map { $_->{args}[0] } reverse $doctor->directives('user');
    my ($group) = map { $_->{args}[0] } reverse $doctor->directives('group');

    # Root starts an httpd whose configuration is root's. Any other httpd runs
    # as the user who starts it.
    my $main   = $doctor->layout ? $doctor->layout->main : '/';
    my $rooted = $> == 0 || ((stat $main)[4] // 1) == 0;
    my @entry  = $rooted && defined $named ? lookup($named) : getpwuid $>;
    return undef if !@entry;
    my ($name, $uid, $gid) = @entry[ 0, 2, 3 ];
    my @gids = ($gid);
    if (defined $group && $rooted) {
        my $id = $group =~ /\A#(\d+)\z/ ? $1 : getgrnam $group;
        @gids = $id if defined $id;
    }
    push @gids, groups_of($name);
    return { name => $name, uid => $uid, gids => { map { $_ => 1 } @gids } };
}

sub lookup ($named) {
    return $named =~ /\A#(\d+)\z/ ? getpwuid $1 : getpwnam $named;
}

sub groups_of ($name) {
    my @gids;
    setgrent;
    while (my ($group, undef, $gid, $members) = getgrent) {
        push @gids, $gid if grep { $_ eq $name } split ' ', $members;
    }
    endgrent;
    return @gids;
}

# The reason why the user cannot read a file, beginning with a verb; undef if
# there is none.
sub refused ($user, $file) {
    my $path = '';
    for my $part (split m{/}, $file =~ s{/[^/]*\z}{}r) {
        $path .= "$part/";
        return "enter $path" if !may($user, $path, 1);
    }
    return may($user, $file, 4) ? undef : "read $file";
}

sub may ($user, $file, $bit) {
    return 1 if $user->{uid} == 0;

    # Only root sees files in all folders.
    my ($mode, $uid, $gid) = (stat $file)[ 2, 4, 5 ] or return $> != 0;
    return ($mode >> 6) & $bit if $uid == $user->{uid};
    return ($mode >> 3) & $bit if $user->{gids}{$gid};
    return $mode & $bit;
}

1;

__END__

=head1 NAME

Mehari::Doctor::Access - whether httpd may run the scripts

=head1 DESCRIPTION

Checks of L<Mehari::Doctor>.  Options in F<.htaccess> and in sections with
patterns are not looked at.

=cut
