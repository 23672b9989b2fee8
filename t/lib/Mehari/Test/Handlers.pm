package Mehari::Test::Handlers;

# The handlers that a test gives its server as subs. Each becomes a Location; a file
# for the server has the text of the subs.

use Mehari::Perl;
use B            ();
use Exporter     qw(import);
use Scalar::Util qw(refaddr);

our @EXPORT_OK = qw(locations code_of source_of);

# In a server that runs mod_perl, there is no Mehari::Perl.
my $HEAD = join "\n", 'package Mehari::Test::Here;',
    'use v5.32; use warnings; use feature q(signatures);',
    'no warnings q(experimental::signatures);', (
    map { "use Apache2::$_ ();" }
        qw(Connection Log RequestIO RequestRec RequestUtil Response
        ServerRec ServerUtil SubRequest)
    ),
    'use APR::Pool (); use APR::Table ();', '';

# $handlers is { path => handler }. A handler is the name of a class that the
# configuration loads, a sub, or a list that begins with either. Strings in the list
# are lines of the Location; further subs in it are those of the test that the first
# one calls by their names. A path that begins with ^ is a pattern.
sub locations ($handlers) {
    my $text = '';
    for my $path (sort keys %$handlers) {
        my ($what, @more) = _list($handlers->{$path});
        my $kind = $path =~ /\A\^/ ? 'LocationMatch' : 'Location';
        $text .= join "\n", qq(<$kind "$path">), 'SetHandler modperl',
            'PerlResponseHandler ' . (ref $what ? _name($what) : $what),
            (grep { !ref } @more), "</$kind>\n";
    }
    return $text;
}

# Returns the text of the file that defines the subs.
sub code_of ($handlers) {
    my %sub = map { refaddr($_) => $_ } grep { ref }
        map { _list($_) } values %$handlers;
    return '' if !%sub;
    return join '', $HEAD, (map { _defined($sub{$_}) } sort keys %sub),
        "1;\n";
}

sub _list ($handler) { return ref $handler eq 'ARRAY' ? @$handler : $handler }

sub _name ($sub) { return 'Mehari::Test::Here::code' . refaddr($sub) }

sub _defined ($sub) {
    my ($text, $file, $line, $own) = source_of($sub);
    my $as = join ' = ', map { "*$_" } $own // (), _name($sub);
    return qq(\n#line $line "$file"\n$as = $text;\n);
}

# Returns the text of a sub with a signature, without its name; its file, line and
# name. Its first statement shows where it begins; it ends as soon as it compiles.
sub source_of ($sub) {
    my $op = B::svref_2object($sub)->START;
    $op = $op->next while !$op->isa('B::COP');
    my ($file, $line) = ($op->file, $op->line);
    open my $in, '<', $file or die "Cannot read $file: $!.\n";
    my @lines = <$in>;
    my $begin = $line - 1;
    my $sign  = qr/\bsub(?: \w+)? \(/;
    $begin-- while $begin > 0 && $lines[$begin] !~ $sign;
    die "$file, line $line: two subs in a line.\n"
        if $lines[$begin] =~ /$sign.*$sign/;
    my ($text) = join('', @lines[ $begin .. $#lines ]) =~ /($sign.*)/s;
    my $name   = $text =~ s/\Asub \K(\w+)// ? $1 : undef;

    while ($text =~ /\}/g) {
        my $part = substr $text, 0, pos $text;
        return ($part, $file, $begin + 1, $name) if _compiles($part);
    }
    die "$file, line $line: the text of this sub has no end.\n";
}

sub _compiles ($text) {
    no strict;
    no warnings;
    local ($@, $SIG{__DIE__});
    return defined eval $text;
}

1;
