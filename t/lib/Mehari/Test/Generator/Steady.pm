package Mehari::Test::Generator::Steady;

=head1 NAME

Mehari::Test::Generator::Steady - programs and requests by chance, about
variables that are nearly always the same

=head1 SYNOPSIS

    my $made    = steady_program(17, "$root/17.lib");
    my $weather = steady_weather(17, $made->{names}->@*);
    my $request = steady_request($weather) for 1 .. 10;

=head1 FUNCTIONS

=head2 steady_program($seed, $library)

Returns a CGI program, which is always the same for a seed: { text }, a { switch }
of perl, the text { library } of a file that it may require, and the { names } of
the variables that it looks at. Each look is at a I<place>: while the program is
compiled, or later. The program prints what it saw, and then all of its
environment, as it sees it and as a child does. C<ran=pool> or C<ran=perl> says
what runs it.

The texts in F<Steady/> have the program's acts. In them C<NAME> and C<MORE> are
two names, C<ID> and C<id> are another word in each act, and C<$id> is printed.

=head2 steady_weather($seed, @names)

Returns how a program's requests change: the values that most of them have, how
often a request has another value, and how often other values become the usual
ones.

=head2 steady_request($weather)

Returns the next request: { host }, { alias }, { path }, { query }, and { set },
the variables that are set.

=cut

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Test qw(read_file);

our @EXPORT = qw(steady_program steady_weather steady_request);

# The values of each part of a request, by its key in steady_request().
my %VALUES = (
    host => [
        'localhost',      'localhost:81',
        'LOCALHOST',      'a.example',
        'b.example:8080', 'x' x 200 . '.example',
        'y' x 260 . '.example'
    ],
    alias => [ '/a', '/a', '/b', '/a%25b' ],
    path  => [ '', '', '', '/', '/one', '/two/three', '/%C3%A4', '/a%20b=c' ],
);
my %SET = (
    REMOTE_USER  => [ undef, undef, 'anna',  'berta', '0', "\xc3\xa4" ],
    AUTH_TYPE    => [ undef, undef, 'Basic', 'Digest' ],
    HTTPS        => [ undef, 'on',  'off' ],
    REMOTE_IDENT => [ undef, undef, 'ident' ],
);
my @NAMES = (
    qw(SCRIPT_NAME HTTP_HOST SERVER_NAME SERVER_PORT PATH_INFO PATH_TRANSLATED),
    qw(REMOTE_USER AUTH_TYPE HTTPS REMOTE_IDENT REQUEST_SCHEME SERVER_ADDR)
);

# The part of a request on which a variable depends. Other variables are set by
# their names.
my %CHANGE = (
    SCRIPT_NAME     => 'alias',
    HTTP_HOST       => 'host',
    SERVER_NAME     => 'host',
    SERVER_PORT     => 'host',
    PATH_INFO       => 'path',
    PATH_TRANSLATED => 'path',
);

sub acts ($name) {
    my $text = read_file(__FILE__ =~ s{\.pm\z}{/$name.txt}r);
    return split /^/, $text;
}

# The acts of @QUIET only look at one or two variables; those of @LOUD may do more.
my @QUIET = acts('looks');
my @LOUD  = acts('more');

my @LIBRARIES = acts('libraries');

# CODE stands for an act. The end of the program shows what each act has seen.
my @PLACES = (
    ('CODE') x 6,
    ('BEGIN { CODE }') x 3,
    'sub in_ID { CODE } in_ID();',
    'eval q{ CODE 1 } or die;',
    'eval { CODE 1 } or die;',
    'for my $i (1, 2) { CODE }',
    'INIT { CODE }',
    'BEGIN { eval { CODE } }',
    'sub in_ID { CODE } BEGIN { in_ID() }',
    'my $do_ID = sub { CODE }; $do_ID->();',
    'if ($ENV{QUERY_STRING}) { CODE }',
    'print ""; CODE',
);

my @HEADS = (
    'print "Content-Type: text/plain\n\n";',
    'print "Content-Type: text/plain\n\n";',
    '$| = 1; print "Content-Type: text/plain\n\n";',
    'BEGIN { print "Content-Type: text/plain\n\n"; }',
);

# The code that shows, at the end of a program, all that it has seen.
my $END = <<'END';
sub shown { my $v = ref $_[0] eq 'CODE' ? $_[0]->() : $_[0]; return $v // 'undef' }
print map { "$_=" . shown(${"main::id_$_"}) . "\n" } 1 .. COUNT;
my $varies = qr/^(?:HTTP_X_WAY|REMOTE_PORT|UNIQUE_ID|_|PWD|SHLVL)$/;
print map { "E $_=" . ($ENV{$_} // 'undef') . "\n" } grep { !/$varies/ } sort keys %ENV;
open my $child, '-|', 'printenv', '-0' or print "no child\n";
my @child = map { s/\0\z//r } do { local $/ = "\0"; <$child> };
print map { "C $_\n" } sort grep { !/^(?:HTTP_X_WAY|REMOTE_PORT)=/ } @child;
print 'ran=', readlink('/proc/self/exe') =~ /perl/ ? 'perl' : 'pool', "\n";
END

sub pick   (@of) { return $of[ rand @of ] }
sub chance ($of) { return rand() < 1 / $of }

# Puts two of the names into a text, the same ones everywhere in it.
sub with_names ($text, @names) {
    my ($name, $more) = (pick(@names), pick(@names));
    return $text =~ s/\bNAME\b/$name/gr =~ s/\bMORE\b/$more/gr;
}

sub act ($number, $library, @names) {
    my $code
        = with_names(pick(chance(4) ? @LOUD : @QUIET), @names) =~ s/\s+\z//r;
    my $place = pick(@PLACES);
    $place = 'CODE' if $code =~ /^(?:use|package|sub)\b/ && $place =~ /q\{/;
    return $place =~ s/CODE/$code/r =~ s/\$id\b/\$main::id_$number/gr
        =~ s/(?<![A-Z])ID\b/N$number/gr =~ s/_id\b/_$number/gr
        =~ s/LIBRARY/'$library'/gr;
}

sub steady_program ($seed, $library) {
    srand $seed;
    my $count = 1 + int rand 4;
    my @names = map { pick(@NAMES) } 1 .. 3;
    my @acts  = map { act($_, $library, @names) } 1 .. $count;
    my @head
        = ('no strict; no warnings;', 'use feature qw(state postderef);');
    splice @acts, rand(@acts + 1), 0, pick(@HEADS);
    return {
        switch  => pick(('') x 6, ' -w', ' -T', ' -t'),
        text    => join("\n", @head, @acts, $END =~ s/COUNT/$count/r),
        library => with_names(pick(@LIBRARIES), @names) . "1;\n",
        names   => \@names,
    };
}

# Returns a value for each variable, in most cases the first one of its list.
sub usual () {
    my %usual = map { $_ => pick(@{ $VALUES{$_} }) } keys %VALUES;
    $usual{path}    = '' if chance(2);
    $usual{set}     = { map { $_ => $SET{$_}[0] } keys %SET };
    $usual{set}{$_} = pick(@{ $SET{$_} })
        for grep { chance(3) } sort keys %SET;
    return \%usual;
}

sub steady_weather ($seed, @names) {
    srand $seed;
    return {
        names  => \@names,
        usual  => usual(),
        others => pick(3,  8,  30), # one request in so many has another value
        turns  => pick(10, 25, 100),    # and in so many the usual ones change
        state  => $seed,
    };
}

# Returns the usual request with another value for one variable, in most cases one
# that the program looks at.
sub changed ($usual, @names) {
    my %request = (%$usual, set => { %{ $usual->{set} } });
    my $name    = pick(chance(5) ? @NAMES : @names);
    my $change  = $CHANGE{$name} // $name;
    if ($VALUES{$change}) { $request{$change} = pick(@{ $VALUES{$change} }) }
    elsif ($SET{$name})   { $request{set}{$name} = pick(@{ $SET{$name} }) }
    return \%request;
}

sub steady_request ($weather) {
    srand($weather->{state}
            = ($weather->{state} * 16807 + 12345) % 2147483647);
    $weather->{usual} = usual() if chance($weather->{turns});
    my $request
        = chance($weather->{others})
        ? changed($weather->{usual}, @{ $weather->{names} })
        : { %{ $weather->{usual} } };
    my %set = %{ $request->{set} };
    delete @set{ grep { !defined $set{$_} } keys %set };
    return { %$request, set => \%set, query => 'q=' . int rand 2 };
}

1;
