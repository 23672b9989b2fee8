package Mehari::Migrate::Change;

# One file that a migration changes: its bytes before and after, and the
# difference between them as a unified diff. Or a link that is made or removed.

use Mehari::Perl;

use constant CONTEXT => 3;

# An existing file: path and its bytes.
sub edit ($class, $path, $text) {
    return bless {
        type  => 'edit',
        path  => $path,
        lines => [ split /(?<=\n)/, $text ],
        edits => {},
    }, $class;
}

sub create ($class, $path, $text) {
    my $self = $class->edit($path, '');
    $self->{type} = 'create';
    $self->replace(0, -1, $text);
    return $self;
}

# A symbolic link to be made, or one to be removed.
sub link ($class, $path, $target, $why) {
    return bless {
        type   => 'link',
        path   => $path,
        target => $target,
        why    => $why,
    }, $class;
}

sub unlink ($class, $path, $target, $why) {
    return bless {
        type   => 'unlink',
        path   => $path,
        target => $target,
        why    => $why,
    }, $class;
}

sub path   ($self) { return $self->{path} }
sub type   ($self) { return $self->{type} }
sub target ($self) { return $self->{target} }

# Physical lines $first to $last (from 0) become $text; $last = $first - 1
# inserts before $first. A second change of the same place is a fault of ours,
# except that lines may be inserted after a line that was replaced.
sub replace ($self, $first, $last, $text) {
    my $edit = { first => $first, last => $last, text => $text };
    push @{ $self->{edits}{$first} }, $edit;
    return $self;
}

# The change that loads mehari's module; $at: where its lines are in an existing
# file.
sub loads ($self, $at = undef) {
    $self->{load}
        = defined $at
        ? { first => $at, text => $self->{edits}{$at}[-1]{text} }
        : {};
    return $self;
}

sub load ($self) { return $self->{load} }

sub edits ($self) {
    my $edits = $self->{edits};
    return map {
        sort { $a->{last} <=> $b->{last} }
            @{ $edits->{$_} }
        }
        sort { $a <=> $b } keys %$edits;
}

sub is_change ($self) { return $self->{type} ne 'edit' || $self->edits > 0 }

sub old_text ($self) { return join '', @{ $self->{lines} } }

sub new_text ($self) {
    my ($text, $at) = ('', 0);
    my $lines = $self->{lines};
    for my $edit ($self->edits) {
        $text .= join '', @$lines[ $at .. $edit->{first} - 1 ];
        # The file may end without a newline, and lines may be added there.
        $text .= "\n"
            if $text ne '' && $text !~ /\n\z/ && $edit->{text} ne '';
        $text .= $edit->{text};
        $at = $edit->{last} + 1;
    }
    return $text . join '', @$lines[ $at .. $#$lines ];
}

# --- the diff --------------------------------------------------------------

sub diff ($self) {
    return $self->link_diff if $self->{type} =~ /link/;
    my @hunks = $self->hunks or return '';
    my $old   = $self->{type} eq 'create' ? '/dev/null' : $self->{path};
    return join '', "--- $old\n+++ $self->{path}\n", @hunks;
}

# As git writes a link: a file whose text is the target.
sub link_diff ($self) {
    my ($path, $target) = @$self{qw(path target)};
    my $body = "$target\n\\ No newline at end of file\n";
    return $self->{type} eq 'link'
        ? "# $self->{why}\nnew file mode 120000\n--- /dev/null\n+++ $path\n"
        . "@@ -0,0 +1 @@\n+$body"
        : "# $self->{why}\ndeleted file mode 120000\n--- $path\n"
        . "+++ /dev/null\n@@ -1 +0,0 @@\n-$body";
}

# Edits closer than twice the context share a hunk.
sub hunks ($self) {
    my @groups;
    for my $edit ($self->marked_edits) {
        my $near = @groups
            && $edit->{first} - $groups[-1][-1]{last} - 1 <= 2 * CONTEXT;
        $near ? push @{ $groups[-1] }, $edit : push @groups, [$edit];
    }
    my ($shift, @hunks) = (0);
    for my $group (@groups) {
        my ($text, $grown) = $self->hunk($group, $shift);
        push @hunks, $text;
        $shift += $grown;
    }
    return @hunks;
}

# Edits without the lines that they keep at their start and end. A last line
# without a newline changes, too, if lines are added after it.
sub marked_edits ($self) {
    my $lines = $self->{lines};
    my @edits = map {
        { %$_, new => [ split /(?<=\n)/, $_->{text} ] }
    } $self->edits;
    for my $edit (@edits) {
        if ($edit->{first} == @$lines && @$lines && $lines->[-1] !~ /\n\z/) {
            $edit->{first}--;
            unshift @{ $edit->{new} }, "$lines->[-1]\n";
        }
        my $new = $edit->{new};
        while (@$new
            && $edit->{first} <= $edit->{last}
            && $new->[0] eq $lines->[ $edit->{first} ])
        {
            shift @$new;
            $edit->{first}++;
        }
        while (@$new
            && $edit->{first} <= $edit->{last}
            && $new->[-1] eq $lines->[ $edit->{last} ])
        {
            pop @$new;
            $edit->{last}--;
        }
    }
    return @edits;
}

sub hunk ($self, $group, $shift) {
    my $lines = $self->{lines};
    my $start = $group->[0]{first} - CONTEXT;
    $start = 0 if $start < 0;
    my $end = $group->[-1]{last} + CONTEXT;
    $end = $#$lines if $end > $#$lines;
    my ($at, $old, $new, $body) = ($start, 0, 0, '');
    my $add = sub ($sign, @text) {
        $body .= marked($sign, $_) for @text;
        $old += @text if $sign ne '+';
        $new += @text if $sign ne '-';
    };
    for my $edit (@$group) {
        $add->(' ', @$lines[ $at .. $edit->{first} - 1 ]);
        $add->('-', @$lines[ $edit->{first} .. $edit->{last} ]);
        $add->('+', @{ $edit->{new} });
        $at = $edit->{last} + 1;
    }
    $add->(' ', @$lines[ $at .. $end ]);
    my $head = sprintf "@@ -%s +%s @@\n",
        range($start, $old), range($start + $shift, $new);
    return ($head . $body, $new - $old);
}

sub range ($start, $count) {
    return
          $count == 1 ? $start + 1
        : $count == 0 ? "$start,0"
        :               ($start + 1) . ",$count";
}

sub marked ($sign, $text) {
    return "$sign$text" if $text =~ /\n\z/;
    return "$sign$text\n\\ No newline at end of file\n";
}

1;

__END__

=head1 NAME

Mehari::Migrate::Change - a file before and after

=head1 METHODS

=over

=item edit($path, $text), create($path, $text)

=item link($path, $target, $why), unlink($path, $target, $why)

Constructors. C<$why> is the Debian command that does the same.

=item replace($first, $last, $text)

=item loads($at), load

Marks the change, or its lines at C<$at>, as the one that loads the module.

=item old_text, new_text, diff

=back

=cut
