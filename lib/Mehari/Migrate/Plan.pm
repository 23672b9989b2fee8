package Mehari::Migrate::Plan;

# Decides what a migration changes: one method for each directive that concerns
# CGI. The result is a list of changes and a list of notes.

use Mehari::Perl;

use Mehari::Explain::Kept;
use Mehari::Explain::Reason;
use Mehari::Migrate::Change;
use Mehari::Migrate::Handlers;
use Mehari::Migrate::Modules;
use Mehari::Migrate::Scripts;
use Mehari::Migrate::Site;
use Mehari::Migrate::Text qw(
    perl_lines kept_lines nph_lines quoted add_newlines exceptions
    file_pattern $KEPT $MAGIC $NAMED_BY_RULE $REFUSED
);

my %RULE = (
    scriptalias      => 'script_alias',
    scriptaliasmatch => 'script_alias',
    sethandler       => 'set_handler',
    addhandler       => 'add_handler',
);

# Directives that need a person's decision, and their effect until then.
my %NOTE = (
    action =>
        'Action is not migrated: %s keeps calling its program as before',
    script =>
        'Script is not migrated: %s keeps calling its program as before',
    scriptlog   => 'ScriptLog is for mod_cgi; Perl errors go to the ErrorLog',
    rlimitcpu   => 'RLimitCPU does not reach programs that run inside httpd',
    rlimitmem   => 'RLimitMEM does not reach programs that run inside httpd',
    rlimitnproc =>
        'RLimitNPROC does not reach programs that run inside httpd',
);

# Handlers that lines written for a weaker section could replace.
my $PERL = qr/^(?:perl-script|modperl)\z/i;

# layout, walk, class (of the handler), module, lib, mpm
sub new ($class, %option) {
    my $self = bless {
        %option,
        site    => Mehari::Migrate::Site->new($option{walk}),
        change  => {},
        order   => [],
        notes   => [],
        seen    => {},
        touched => 0,
        perl    => 0,
    }, $class;
    return $self->decide;
}

sub changes ($self) {
    return grep { $_->is_change } @{ $self->{order} };
}

# [file, line, text]; file and line are undef for a note without a place
sub notes ($self) { return @{ $self->{notes} } }

sub has_cgi ($self) {
    my $walk = $self->{walk};
    return $walk->has_module('cgi_module')
        || $walk->has_module('cgid_module');
}

sub decide ($self) {
    my @active = grep { $_->{active} } $self->{walk}->directives;
    $self->{active} = \@active;
    $self->{handlers}
        = Mehari::Migrate::Handlers->new($self->{site}, @active);
    $self->find_suexec(@active);
    if ($self->has_cgi) {
        $self->rule($_) for @active;
    }
    $self->finish;
    Mehari::Migrate::Modules->new(plan => $self)->decide(@active);
    $self->note_rest if $self->{touched};
    $self->note_kept(@active);
    return $self;
}

# Called after all rules.
sub finish ($self) { return }

sub rule ($self, $found) {
    return if $self->{seen}{"$found->{file}:$found->{number}"}++;
    return if $found->{kind} ne 'directive';
    my $name = $found->{name};
    if (my $rule = $RULE{$name}) {
        return $self->leave($found,
            'its virtual host runs programs as' . ' another user (suexec)')
            if $self->concerns_cgi($found) && $self->is_suexec($found);
        return $self->$rule($found);
    }
    if (my $note = $self->note_of($name)) {
        return if ($found->{args}[1] // '') eq $REFUSED;
        return $self->note($found, sprintf $note, $found->{args}[0] // '');
    }
    $self->note_hidden($found);
    return;
}

sub note_of ($self, $name) { return $NOTE{$name} }

sub concerns_cgi ($self, $found) {
    return 1 if $found->{name} =~ /^scriptalias/;
    return lc($found->{args}[0] // '') eq 'cgi-script';
}

# --- ScriptAlias -------------------------------------------------------------

sub script_alias ($self, $found) {
    my @args  = @{ $found->{args} };
    my $match = $found->{name} eq 'scriptaliasmatch';
    my ($url, $target) = @args == 2 ? @args : (undef, $args[0]);
    return if !defined $target;
    my @files = $self->alias_files($found, $match, $target);
    return if $self->has_other($found, $match ? undef : $url, \@files);
    my $kinds = $self->kinds($found, \@files) // return;
    $self->note($found,
              "$target cannot be looked into: programs there"
            . ' that are not Perl have to be excepted by hand')
        if !$self->alias_places($match, $target);

    my @inner = (
        perl_lines($self->{class}),
        'Options +ExecCGI',
        $self->special('if', $kinds),
    );
    my $line = $found->{line};
    my $text = splice_words($line,
        [ $line->{word}, $match ? 'AliasMatch' : 'Alias' ]);

    if (defined $url) {
        # The argument as it stands in the file, with ${VARIABLE}.
        my ($box, $pattern) = location($match, $line->{args}[0]{text});
        @inner = ("<$box $pattern>", (map { "\t$_" } @inner), "</$box>");
    }
    $self->rewrite($found, $text, @inner);
    return;
}

sub alias_places ($self, $match, $target) {
    return $self->{site}->match_places($target) if $match || $target =~ /\$/;
    return grep { -e } $self->{site}->path($target);
}

sub alias_files ($self, $found, $match, $target) {
    return
        map { $self->{site}->scripts->files($_) }
        $self->alias_places($match, $target);
}

# Alias takes its URL as it is; Location knows wildcards.
sub location ($match, $url) {
    return ('LocationMatch', quoted($url)) if $match;
    return ('Location',      quoted($url)) if $url !~ /[*?\[]/;
    my $pattern = join '', map { /[*?\[]/ ? "[$_]" : file_pattern($_) }
        split //, $url =~ s{/\z}{}r;
    return ('LocationMatch', quoted("^$pattern(?:/|\$)"));
}

# --- SetHandler --------------------------------------------------------------

sub set_handler ($self, $found) {
    return if !$self->concerns_cgi($found) || $self->is_kept($found);
    my $site   = $self->{site};
    my @places = $site->places($found);
    my @files  = $site->files($found, @places);
    return if !@files && $self->other_by_name($found);
    return if $self->has_other($found, undef, \@files, $PERL);
    my $kinds = $self->kinds($found, \@files) // return;
    my ($first, @rest) = perl_lines($self->{class});
    my $line = $found->{line};
    my $text = splice_words($line, [ $line->{args}[0], 'perl-script' ]);
    $self->rewrite($found, $text, @rest,
        $self->special(special_box($found), $kinds));
    return;
}

sub is_kept ($self, $found) {
    my $lines = $self->{walk}{lines}{ $found->{file} };
    my ($before) = grep { $_->{last} == $found->{line}{first} - 1 } @$lines;
    return $before && index($before->{text}, $KEPT) >= 0;
}

# True for <Files "*.sh"> without any such file.
sub other_by_name ($self, $found) {
    my ($box) = grep { $_->{name} =~ /^files(?:match)?\z/ }
        reverse @{ $found->{stack} };
    my ($extension) = ($box ? $box->{args}[-1] // '' : '') =~ /\.(\w+)\$?\z/;
    return if !Mehari::Migrate::Scripts->known_other($extension // '');
    $self->leave($found, ".$extension is not Perl");
    return 1;
}

sub special_box ($found) {
    my $no_files = grep { $_->{name} =~ /^(?:location|files|if\z|else)/ }
        @{ $found->{stack} };
    return $no_files ? 'if' : 'files';
}

# --- AddHandler --------------------------------------------------------------

sub add_handler ($self, $found) {
    return if !$self->concerns_cgi($found);
    my @files = $self->{site}->files($found);
    my (@move, @stay, %all);
    for my $arg (@{ $found->{line}{args} }[ 1 .. $#{ $found->{args} } ]) {
        my $extension = lc $arg->{text} =~ s/^\.//r;
        my @having    = grep { has_extension($_, $extension) } @files;
        my $kinds     = $self->{site}->sort_out(@having);
        my $perl      = @{ $kinds->{perl} }
            || (!@{ $kinds->{other} }
            && !Mehari::Migrate::Scripts->known_other($extension));
        push @{ $perl ? \@move : \@stay }, $arg->{text};
        next if !$perl;
        push @{ $all{$_} }, @{ $kinds->{$_} } for keys %$kinds;
    }
    $self->note($found, "not Perl, so left to mod_cgi: @stay") if @stay;
    return                                                     if !@move;
    my @all = map { @$_ } values %all;
    return if $self->has_other($found, undef, \@all, $PERL);
    my $kinds = $self->kinds($found, \@all) // return;
    $self->write_handler($found, $kinds, \@move, \@stay);
    return;
}

# mod_mime looks at every extension of a name, not only at the last.
sub has_extension ($file, $extension) {
    my ($name) = $file =~ m{([^/]*)\z};
    return $name =~ /[^.].*?\.\Q$extension\E(?:\.|\z)/i;
}

# AddHandler keeps its own rules for extensions. FilesMatch keeps our options
# away from other perl-script handlers of the site.
sub write_handler ($self, $found, $kinds, $move, $stay) {
    my $line = $found->{line};
    my $text = splice_words($line, [ $line->{args}[0], 'perl-script' ]);
    my @rest;
    if (@$stay) {
        $text = add_newlines($line, "AddHandler perl-script @$move");
        push @rest, "AddHandler cgi-script @$stay";
    }
    my (undef, @perl) = perl_lines($self->{class});
    my $where = special_box($found);
    if ($where eq 'files') {
        my $any = join '|', map { file_pattern(s/^\.//r) } @$move;
        @perl = (
            qq(<FilesMatch "(?i)[.](?:$any)(?:[.]|\$)">),
            (map { "\t$_" } @perl),
            '</FilesMatch>'
        );
    }
    $self->rewrite($found, $text, @rest, @perl,
        $self->special($where, $kinds));
    return;
}

# --- what the rules share ---------------------------------------------------

# Another handler must keep its requests, but lines written here would override
# it. So mod_cgi keeps all of this place.
sub has_other ($self, $found, $url, $files, @only) {
    my $where = $self->{handlers}->within($found, $url, $files, @only)
        // return 0;
    $self->leave($found, "another handler has a part of it ($where)");
    return 1;
}

# Writes notes about some files, and returns their kinds. undef if none of them
# is Perl; then the directive stays.
sub kinds ($self, $found, $files) {
    my $kinds = $self->{site}->sort_out(@$files);
    my @other = @{ $kinds->{other} };
    if (@other && !@{ $kinds->{perl} }) {
        $self->leave($found, 'none of its programs is Perl');
        return undef;
    }
    $self->note_other($found, @other) if @other;
    for my $file (@{ $kinds->{perl} }) {
        my $perl = $self->{site}->scripts->foreign_perl($file) // next;
        $self->note_foreign($found, $file, $perl);
    }
    return $kinds;
}

sub note_other ($self, $found, @files) {
    return $self->note($found,
        'not Perl, so left to mod_cgi: ' . names(@files));
}

sub note_foreign ($self, $found, $file, $perl) {
    return $self->note($found,
              "$file asks for $perl: it will run with"
            . " the perl that httpd has ($^V here)");
}

# True if the migrated scripts run inside httpd.
sub is_embedded ($self) { return 1 }

sub names (@files) {
    my @shown = @files > 5 ? @files[ 0 .. 3 ] : @files;
    my $more  = @files - @shown;
    return join(', ', @shown) . ($more ? " and $more more" : '');
}

# Exceptions for nph- scripts and for programs that are not Perl. An <If> is
# evaluated for every request, so it is written only where it is needed.
sub special ($self, $where, $kinds) {
    my @all   = map                                { @$_ } values %$kinds;
    my $nph   = $where eq 'files' || !@all || grep { m{/nph-[^/]*\z} } @all;
    my @lines = $nph ? nph_lines($where) : ();
    if (@{ $kinds->{other} }) {
        push @lines,
            kept_lines($where, exceptions($kinds->{other}, $kinds->{perl}));
    }
    return @lines;
}

# The raw bytes of a line with some of its words replaced.
sub splice_words ($line, @words) {
    my $raw = $line->{raw};
    for my $word (sort { $b->[0]{from} <=> $a->[0]{from} } @words) {
        my ($place, $text) = @$word;
        substr $raw, $place->{from}, $place->{to} - $place->{from}, $text;
    }
    return $raw;
}

sub rewrite ($self, $found, $text, @after) {
    my $line = $found->{line};
    $text .= "\n" if @after && $text !~ /\n\z/;
    $text .= add_newlines($line, @after);
    $self->change($found->{file})->replace(@$line{qw(first last)}, $text);
    $self->{touched}++;
    return;
}

sub change ($self, $file) {
    return $self->{change}{$file} //= $self->add(
        Mehari::Migrate::Change->edit($file, $self->{walk}->text_of($file)));
}

sub add ($self, $change) {
    push @{ $self->{order} }, $change;
    return $change;
}

# --- notes -------------------------------------------------------------------

sub leave ($self, $found, $why) {
    my $word = $found->{line}{word}{text};
    return $self->note($found, "$word stays unchanged: $why");
}

sub note ($self, $found, $text) {
    push @{ $self->{notes} },
        [ $found ? @$found{qw(file number)} : (undef, undef), $text ];
    return;
}

# Scripts of the Registry family, which mod_perl runs here, and which keep a
# request.
sub note_kept ($self, @active) {
    my %seen;
    for my $found (grep { $_->{name} eq 'perlresponsehandler' } @active) {
        next
            if !grep { /\A\+?ModPerl::(?:Registry|PerlRun)/ }
            @{ $found->{args} };
        my @files = $self->{site}->files($found);
        for my $file (grep { !$seen{$_}++ && -T && -s _ < 1e6 } @files) {
            push @{ $self->{notes} },
                map { [ $file, $_->{line}, kept($_) ] }
                Mehari::Explain::Kept::of_file($file);
        }
    }
    return;
}

sub kept ($found) {
    return Mehari::Explain::Reason::message('MH4106', %$found);
}

# Other ways to name the CGI handler.
sub note_hidden ($self, $found) {
    my ($name, @args) = ($found->{name}, @{ $found->{args} });
    my $type = $name =~ /^(?:addtype|forcetype)\z/
        && lc($args[0] // '') eq $MAGIC;
    my $rewrite = $name eq 'rewriterule'
        && ($args[2] // '') =~ $NAMED_BY_RULE;
    return if !$type && !$rewrite;
    $self->note($found,
              "$found->{line}{word}{text} is not migrated:"
            . ' what it names stays with mod_cgi');
    return;
}

sub find_suexec ($self, @active) {
    return if !$self->{walk}->has_module('suexec_module');
    for my $found (grep { $_->{name} eq 'suexecusergroup' } @active) {
        $self->{suexec}{ $found->{host} } = 1;
        $self->note_suexec($found);
    }
    return;
}

sub note_suexec ($self, $found) {
    return $self->note($found,
              'SuexecUserGroup: programs would run as httpd\'s'
            . " own user, not as @{ $found->{args} }; check the directives"
            . ' that this host inherits from the main server');
}

sub is_suexec ($self, $found) {
    my $suexec = $self->{suexec} // return 0;
    return $suexec->{''} || $suexec->{ $found->{host} };
}

sub note_rest ($self) {
    for my $found ($self->{site}->access_files) {
        my ($file, $line, $text) = @$found;
        push @{ $self->{notes} },
            [
            $file, $line,
            "$text is not migrated: what it names stays with mod_cgi"
            ];
    }
    $self->note_cut_short;
    return;
}

sub note_cut_short ($self) {
    $self->note(undef,
        "$_ has too many files: mehari did not look at all of them")
        for $self->{site}->scripts->cut_short;
    return;
}

1;

__END__

=head1 NAME

Mehari::Migrate::Plan - what a migration changes

=head1 METHODS

=over

=item new(layout, walk, class, module, lib, mpm)

C<class> is the response handler, C<module> the path of F<mod_mehari.so>,
C<lib> a directory of Perl modules that perl does not look into by itself or
undef, C<mpm> whether to change to the prefork MPM.

=item changes, notes, has_cgi

=back

=cut
