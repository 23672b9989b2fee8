package Mehari::Test::Generator::Request;

=head1 NAME

Mehari::Test::Generator::Request - CGI programs by chance, that look at their
request and at their process

=head1 SYNOPSIS

    my $made = request_program(17, 'p17');
    write_file("$root/$_", $made->{files}{$_}, 0755) for keys $made->{files}->%*;

=head1 FUNCTIONS

=head2 request_program($seed, $name)

Returns a program, which is always the same for a seed. C<files> has the texts of
the program, F<$name.pl>, and of what it loads; C<acts> has the names of its acts.

A program is made of I<acts>. The program does each act at a I<place>, while it is
compiled or later, and then prints what came of it. Its output is the same for the
same request, whenever and in whatever process it runs. The texts in F<Request/>
have the acts, sorted by what they touch: after C<= NAME> the code, and after C<-->
a list that shows what the code has done. C<ID> is another word for each act.

=cut

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Test qw(read_file);

our @EXPORT = qw(request_program);

my @ACTS  = acts();
my @HEADS = (
    ('print "Content-Type: text/plain\n\n";') x 8,
    'print "Status: 404 Not here\nContent-Type: text/plain\n\n";',
    'print "Content-Type: text/plain\r\nX-User: $ENV{QUERY_STRING}\r\n\r\n";',
    '$| = 1; print "Content-Type: text/plain\n"; print "\n";',
    'syswrite STDOUT, "Content-Type: text/plain\n\n";',
    'print STDOUT join "\n", "Set-Cookie: u=" . length($ENV{HTTP_COOKIE} // ""),'
        . ' "Content-Type: text/plain", "", "";',
);
my @SWITCHES = (('') x 9, ' -w', ' -T', ' -s', ' -w -s', ' -l', ' -t', ' -W');

sub pick ($of) { return $of->[ rand @$of ] }

# Returns [name, code, what is shown] of each act.
sub acts () {
    my $folder = __FILE__ =~ s/\.pm\z//r;
    my @acts;
    for my $block (map { split /^= /m, read_file($_) } glob "$folder/*.txt") {
        my ($name, $code, $show) = $block =~ /\A([^\n]*)\n(.*?)^-- (.*)\z/ms
            or next;
        push @acts, [ $name, $code, $show =~ s/\s+\z//r ];
    }
    return @acts;
}

# ---- places ------------------------------------------------------------------

# Each returns the text by which the code is run at that place; it may add files.
my @PLACES = (
    (sub ($code, @) { "BEGIN {\n$code}\n" }) x 6,
    (sub ($code, @) { $code }) x 3,
    sub ($code, @) { "CHECK {\n$code}\n" },
    sub ($code, @) { "INIT {\n$code}\n" },
    sub ($code, @) { "UNITCHECK {\n$code}\n" },
    sub ($code, $id, @) { "sub at_$id {\n$code}\nBEGIN { at_$id() }\n" },
    sub ($code, $id, @) { "sub at_$id {\n$code}\nat_$id();\n" },
    sub ($code, @) {
        'BEGIN { eval q{' . escaped($code) . "}; die \$@ if \$@ }\n";
    },
    sub ($code, @) { 'eval q{' . escaped($code) . "}; die \$@ if \$@;\n" },
    sub ($code, $id, $files, $name) {
        $files->{"$name.lib/At$id.pm"}
            = "package At$id;\npackage main;\n${code}1;\n";
        return "use lib './$name.lib'; use At$id;\n";
    },
    sub ($code, $id, $files, $name) {
        $files->{"$name.lib/In$id.pm"}
            = "package In$id;\nsub import { package main;\n$code}\n1;\n";
        return "use lib './$name.lib'; use In$id;\n";
    },
    sub ($code, $id, $files, $name) {
        $files->{"$name.lib/At$id.pm"}
            = "package At$id;\npackage main;\n${code}1;\n";
        return "require './$name.lib/At$id.pm';\n";
    },
    sub ($code, $id, $files, $name) {
        $files->{"$name.lib/at$id.pl"} = "${code}1;\n";
        return "BEGIN { do './$name.lib/at$id.pl' or die \$@ }\n";
    },
    sub ($code, $id, $files, $name) {
        $files->{"$name.lib/at$id.pl"} = "${code}1;\n";
        return "do './$name.lib/at$id.pl' or die \$@;\n";
    },
    sub ($code, $id, @) { "use constant AT_$id => do {\n${code}1 };\n" },
    # This place runs the code for some requests only.
    sub ($code, @) {
        "BEGIN { if ((\$ENV{QUERY_STRING} // '') =~ /alice/) {\n$code} }\n";
    },
    # This place reads something of the request before it runs the code.
    sub ($code, $id, @) {
        "BEGIN { our \$of_$id = \$ENV{HTTP_COOKIE};\n$code}\n";
    },
    sub ($code, @) {
        "BEGIN { local \$_ = 'topic'; local \$@ = 'e';\n$code}\n";
    },
    sub ($code, @) { "BEGIN { for my \$one (1) {\n$code} }\n" },
);

sub escaped ($code) { return $code =~ s/([\\{}])/\\$1/gr }

# ---- a program -----------------------------------------------------------------

my $COMMON = <<'END';
no warnings;
sub show {
    my ($name, @values) = @_;
    print STDOUT "$name: ", join('|', map { $_ // '-' } @values), "\n";
}
END

# Returns the part of the program that shows what an act has done.
sub shown ($name, $id, $expression) {
    my $show  = "show('$name', do { $expression });\n";
    my $where = int rand 12;
    return ('', "END { $show}\n") if $where == 0;
    return ('', "eval q{" . escaped($show) . "}; print \$@;\n")
        if $where == 1;
    return ('',
        "if (my \$c = fork) { waitpid \$c, 0; } else { ${show}exit }\n")
        if $where == 2;
    return ("sub shows_$id { $show}\n", "shows_$id();\n") if $where == 3;
    return ('',                         $show);
}

sub request_program ($seed, $name) {
    srand $seed;
    my %files;
    my @names;
    my ($first, $then) = ('', '');
    for my $id (1 .. 1 + int rand 8) {
        my ($act, $code, $show) = @{ pick(\@ACTS) };
        $_ = s/ID/$id/gr for $code, $show;
        my ($before, $after) = shown($act =~ s/\W+/_/gr, $id, $show);
        $first .= $before . pick(\@PLACES)->($code, $id, \%files, $name);
        $then  .= $after;
        push @names, $act;
    }
    my $switches = pick(\@SWITCHES);
    my $head     = pick(\@HEADS);
    my $early    = rand() < 0.2;
    my $text     = join "\n", "#!$^X$switches", $COMMON,
        ($early ? $head : ()), $first, ($early ? () : $head), '$| = 1;',
        $then,
        "show('end', \$0 =~ m{([^/]*)\\z});";
    $files{"$name.pl"} = "$text\n__END__\nfirst of data\nsecond\nthird\n";
    return { acts => \@names, files => \%files };
}

1;
