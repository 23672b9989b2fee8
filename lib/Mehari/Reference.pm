package Mehari::Reference;

# The page of the API: all methods of the server's own table, and all constants.
# The POD of each module tells their purpose in prose.

use Mehari::Perl;

use Mehari::Constants;
use Mehari::Httpd;

my @WHEN = (
    'at any time',
    'when the server starts',
    'during a request',
    'at any time; under a threaded MPM, setting only when the server starts',
);

# Configuration for httpd -t, which needs no port: its Perl writes the rows.
my $LISTER = <<'PERL';
<Perl>
my $file = Apache2::ServerUtil::server_root() . '/rows';
open my $out, '>', $file or die "$file: $!\n";
print {$out} join("\t", @$_), "\n" for Mehari::API::methods();
close $out or die "$file: $!\n";
</Perl>
PERL

# The rows, as hashes.
sub rows {
    my $httpd = Mehari::Httpd->new(module => 'mehari', config => $LISTER);
    my $file  = $httpd->root . '/rows';
    my ($good, $said) = $httpd->configtest;
    die "httpd does not say what methods it has:\n$said" if !$good;
    open my $in, '<', $file or die "$file: $!\n";
    return map { row(split /\t/) } map { s/\n\z//r } <$in>;
}

sub row (@column) {
    my %row;
    @row{qw(module package class name args writable doc usage when)}
        = @column;
    return \%row;
}

sub page (@rows) {
    my %of_module;
    push $of_module{ $_->{module} }->@*, $_ for @rows;
    return join "\n", head(),
        (map { methods($_, $of_module{$_}->@*) } sort keys %of_module),
        map { constants($_) } qw(Apache2::Const APR::Const ModPerl::Const);
}

sub head {
    return <<~'TEXT';
        # The API

        Made from the table that the server checks each call against. A part of
        a call in brackets may be left out. "set" says that an argument is the
        new value, and that the call returns the old one. `perldoc MODULE` has
        the prose.
        TEXT
}

# Leaves out methods that only tie and Perl itself call.
sub methods ($module, @rows) {
    my @lines = map { line($_) }
        sort { $a->{usage} cmp $b->{usage} }
        grep { $_->{name} !~ /\A[A-Z]+\z/ } @rows;
    return if !@lines;
    return join "\n", "## $module\n", '| call | what it is | legal |',
        '|---|---|---|', @lines, '';
}

sub line ($row) {
    my $what = $row->{doc} . ($row->{writable} ? '; set' : '');
    return sprintf '| `%s` | %s | %s |', map { cell($_) } $row->{usage},
        $what,
        $WHEN[ $row->{when} ] // die "$row->{usage} has no known phases";
}

sub cell ($text) { return $text =~ s/\|/\\|/gr }

sub constants ($module) {
    my $groups = Mehari::Constants::table($module);
    my $text   = "## $module\n";
    for my $group (sort keys %$groups) {
        my $values = $groups->{$group};
        $text .= "\n### :$group\n\n| constant | value |\n|---|---|\n";
        $text .= sprintf "| `%s` | %s |\n", $_, printable($values->{$_})
            for sort keys %$values;
    }
    return $text;
}

sub printable ($value) {
    return cell($value =~ s/([^ -~])/sprintf '\\x%02x', ord $1/ger);
}

sub write_page ($file) {
    my $text = page(rows());
    open my $out, '>', $file or die "Cannot write $file: $!.\n";
    print {$out} $text;
    close $out or die "Cannot write $file: $!.\n";
    return;
}

1;

__END__

=head1 NAME

Mehari::Reference - the page of the API, from the server's own table

=head1 SYNOPSIS

    perl -Ilib -MMehari::Reference \
        -e 'Mehari::Reference::write_page(shift)' api.md

=cut
