package Mehari::Migrate::Script;

# A shell script that takes a migration back if mehari is no longer installed.

use Mehari::Perl;

# The script stands beside the copies. The records are those of the manifest.
sub text ($records) {
    my @records = reverse @$records;
    my $checks  = join '', map { check($_) } @records;
    my $steps   = join '', map { step($_) } @records;
    return <<~"SH";
        #!/bin/sh
        # Takes back what "mehari migrate --apply" has changed. It needs no
        # mehari: sh revert.sh (--force: also over edits made since)
        set -eu
        cd "\$(dirname "\$0")"
        backup=\$(pwd)
        is() {
            echo "\$1  \$2" | sha256sum --check --status 2>/dev/null
        }
        changed() {
            echo "\$1 was changed since; use --force, or correct it" >&2
            exit 1
        }
        if [ "\${1-}" != --force ]; then
        $checks    :
        fi
        ${steps}cd /
        rm -r "\$backup"
        rmdir "\$(dirname "\$backup")" 2>/dev/null || :
        echo 'Taken back. Restart httpd.'
        SH
}

sub quote ($text) { return "'" . $text =~ s/'/'\\''/gr . "'" }

sub check ($record) {
    my $path = quote($record->{path});
    return '' if $record->{type} =~ /link/;
    my @sums = grep { defined } @$record{qw(after before)};
    my $none = $record->{type} eq 'create' ? "[ ! -e $path ] || " : '';
    return
          "    $none"
        . join(' || ', map { "is $_ $path" } @sums)
        . " || changed $path\n";
}

# Gives the file its old mode and owner.
sub step ($record) {
    my ($type, $path) = ($record->{type}, quote($record->{path}));
    return "rm -f $path\n" if $type eq 'link';
    return "rm -f $path\n" if $type eq 'create';
    return "ln -sf " . quote($record->{target}) . " $path\n"
        if $type eq 'unlink';
    return "cat $record->{backup} >$path\n"
        . "touch -d \@$record->{mtime} $path\n";
}

1;

__END__

=head1 NAME

Mehari::Migrate::Script - revert.sh of a backup

=head1 FUNCTIONS

=over

=item text($records)

=back

=cut
