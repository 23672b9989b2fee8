# No answer shows another request's environment: this test tries ways to look at
# %ENV and environ, in places where code runs that is compiled for many
# requests.

use Mehari::Test;
use Mehari::Test::Gateway;

# Each way leaves its result in %copy. $n is 'ENV', $h a reference to %ENV.
my @ways = (
    'glob alias'      => '*e = *ENV; %copy = %e;',
    'hash alias'      => '*h = \%ENV; our %h; %copy = %h;',
    'glob slot'       => '%copy = %{ *ENV{HASH} };',
    'name'            => 'my $n = "ENV"; %copy = %$n;',
    'main name'       => 'my $n = "main::ENV"; %copy = %$n;',
    'stash'           => '%copy = %{ $main::{ENV} };',
    'stash of a name' => 'my $s = \%{"main::"}; %copy = %{ $s->{ENV} };',
    'direct'          => '%copy = %ENV;',
    'map'             => '%copy = map { $_ => $ENV{$_} } keys %ENV;',
    'map of a pair'   => 'my @l = map { $_ } %{*ENV}; %copy = @l;',
    'each'            => 'while (my ($k, $v) = each %ENV) { $copy{$k} = $v }',
    'each of an alias' =>
        '*e = *ENV; while (my ($k, $v) = each our %e) { $copy{$k} = $v }',
    'values' => '*e = *ENV; our %e; my @k = keys %e;'
        . ' my @v = values %e; @copy{@k} = @v;',
    'foreach values' => 'my @v; push @v, $_ for values %ENV;'
        . ' my @k = keys %ENV; @copy{@k} = @v;',
    'argument'       => 'sub cp { %copy = @_ } cp(%ENV);',
    'reference'      => 'sub rf { %copy = %{ $_[0] } } rf(\%ENV);',
    'kept reference' => 'my $r = \%ENV; %copy = (%$r);',
    'anonymous'      => 'my $r = { %ENV }; %copy = %$r;',
    'slice'          => '@copy{qw(QUERY_STRING HTTP_COOKIE)}'
        . ' = @ENV{qw(QUERY_STRING HTTP_COOKIE)};',
    'hash slice'        => '%copy = %ENV{qw(QUERY_STRING HTTP_COOKIE)};',
    'slice of an alias' => '*e = *ENV; our %e;'
        . ' @copy{qw(QUERY_STRING HTTP_COOKIE)}'
        . ' = @e{qw(QUERY_STRING HTTP_COOKIE)};',
    'elements of an alias' => '*e = *ENV; our %e;'
        . ' $copy{$_} = $e{$_} for qw(QUERY_STRING HTTP_COOKIE);',
    'elements by name' => 'my $n = "ENV"; $copy{$_} = $$n{$_},'
        . ' $copy{$_} = $n->{$_} for qw(QUERY_STRING HTTP_COOKIE);',
    'deep' => 'my $r = { a => [ \%ENV ] };'
        . ' $copy{$_} = $r->{a}[0]{$_} for qw(QUERY_STRING HTTP_COOKIE);',
    'element reference' => 'my $q = \$ENV{QUERY_STRING};'
        . ' my $c = \$ENV{HTTP_COOKIE};'
        . ' @copy{qw(QUERY_STRING HTTP_COOKIE)} = ($$q, $$c);',
    'local'      => '{ local $ENV{X} = 1; %copy = %ENV }',
    'local hash' => 'my $r = \%ENV; { local %ENV = %$r;' . ' %copy = %ENV }',
    'local glob' => 'my %k = %ENV; { local *ENV = { %k };'
        . ' %copy = %ENV }',
    'delete local' => '{ delete local $ENV{X}; %copy = %ENV }',
    'delete'       => '$copy{$_} = delete $ENV{$_}'
        . ' for qw(QUERY_STRING HTTP_COOKIE);',
    'exists' => '$copy{$_} = exists $ENV{$_} ? $ENV{$_} : "no"'
        . ' for qw(QUERY_STRING HTTP_COOKIE);',
    'assignment' => '%ENV = (%ENV, X => 1); %copy = %ENV;',
    'sorted'     => '$copy{$_} = $ENV{$_} for sort keys %ENV;',
    'grep'       => 'my @k = grep { /^(?:QUERY|HTTP)_/ } keys %ENV;'
        . ' @copy{@k} = @ENV{@k};',
    'count'       => 'my $n = () = %ENV; %copy = %ENV if $n;',
    'boolean'     => '%copy = %ENV if %ENV;',
    'string eval' => 'eval q{%copy = %ENV};',
    'defined or'  => '$copy{$_} = $ENV{$_} // "none"'
        . ' for qw(QUERY_STRING HTTP_COOKIE);',
    'interpolation' => '$copy{QUERY_STRING} = "$ENV{QUERY_STRING}";'
        . ' $copy{HTTP_COOKIE} = "@ENV{HTTP_COOKIE}";',
    'closure'    => 'my $f = sub { %ENV }; %copy = $f->();',
    'lvalue sub' => 'sub lv : lvalue { $ENV{ $_[0] } }'
        . ' $copy{$_} = lv($_) for qw(QUERY_STRING HTTP_COOKIE);',
    'tied copy' => 'require Tie::Hash; my %k = %ENV;'
        . ' tie my %t, "Tie::StdHash"; %t = %k; %copy = %t;',
    'Storable' => 'require Storable;'
        . ' %copy = %{ Storable::dclone(*ENV{HASH}) };',
    'Storable freeze' => 'require Storable;'
        . ' %copy = %{ Storable::thaw(Storable::freeze(*ENV{HASH})) };',
    'Data::Dumper' => 'require Data::Dumper;'
        . ' my $d = Data::Dumper->new([ *ENV{HASH} ])->Terse(1)->Dump;'
        . ' %copy = %{ eval $d };',
    'List::Util' => 'require List::Util;'
        . ' %copy = List::Util::pairmap(sub { ($a, $b) }, %{ *ENV{HASH} });',
    'pairs' => 'require List::Util;'
        . ' $copy{ $_->[0] } = $_->[1] for List::Util::pairs(%ENV);',
    'Hash::Util' => 'require Hash::Util;'
        . ' my @k = Hash::Util::legal_ref_keys(\%ENV); @copy{@k} = @ENV{@k};',
    'hidden array' => 'require Hash::Util; my $b ='
        . ' Hash::Util::bucket_array(*ENV{HASH}); %copy = %ENV;',
    'B' => 'require B; my $b = B::svref_2object(*ENV{HASH});'
        . ' my %k = $b->ARRAY; $copy{$_} = ${ $k{$_}->object_2svref }'
        . ' for keys %k;',
    'Devel::Peek refcount' => 'require Scalar::Util;'
        . ' my $r = *ENV{HASH}; Scalar::Util::weaken($r); %copy = %ENV;',
    'Env' => 'require Env; Env->import(qw(QUERY_STRING'
        . ' HTTP_COOKIE)); no strict; @copy{qw(QUERY_STRING HTTP_COOKIE)}'
        . ' = ($QUERY_STRING, $HTTP_COOKIE);',
    'POSIX' => 'require POSIX; POSIX::tzset();'
        . ' POSIX::setlocale(POSIX::LC_ALL(), ""); %copy = %ENV;',
    'shell' => '$copy{QUERY_STRING} = `printf %s "\$QUERY_STRING"`;'
        . ' $copy{HTTP_COOKIE} = `printf %s "\$HTTP_COOKIE"`;',
    'env' => 'my @l = split /\0/, `env -0`;'
        . ' /(\w+)=(.*)/s and $copy{$1} = $2 for @l;',
    'proc' => 'open my $p, "<", "/proc/self/environ"; local $/ = "\0";'
        . ' while (<$p>) { chomp; /(\w+)=(.*)/s and $copy{$1} = $2 }',
    'rebless'       => 'bless \%ENV, "Some"; %copy = %ENV;',
    'undef after'   => '%copy = %ENV; undef %ENV;',
    'glob replaced' => 'my $r = \%ENV; *ENV = { A => 1 }; %copy = %$r;',
    'sort in place' => 'my @l = sort { $ENV{$a} cmp $ENV{$b} } keys %ENV;'
        . ' @copy{@l} = @ENV{@l};',
    'wantarray' => 'sub wa { wantarray ? %ENV : scalar %ENV }'
        . ' %copy = wa();',
    'chained string' =>
        'my $all = join "\n", %ENV; %copy = split /\n/, $all;',
    'sprintf' => '$copy{$_} = sprintf "%s", $ENV{$_}'
        . ' for qw(QUERY_STRING HTTP_COOKIE);',
    'ref of a name' => 'no strict "refs"; my $r = *{"ENV"}{HASH};'
        . ' %copy = %$r;',
);
push @ways, 'Clone' => 'require Clone; %copy = %{ Clone::clone(*ENV{HASH}) };'
    if eval { require Clone };

# Scripts with WAY in one place or another. The code around it prints.
my $head
    = "our %copy; sub show { print \"Content-Type: text/plain\\n\\n\","
    . " join('|', map { \$_ // 'undef' }"
    . " \@copy{qw(QUERY_STRING HTTP_COOKIE)}), \"\\n\" }\n";
my %place = (
    begin   => "${head}BEGIN { WAY } show();\n",
    run     => "${head}WAY show();\n",
    check   => "${head}CHECK { WAY } show();\n",
    sub     => "${head}sub look { WAY } BEGIN { look() } show();\n",
    module  => "${head}use lib 'lib'; use MODULE; show();\n",
    import  => "${head}use lib 'lib'; use MODULE_I; show();\n",
    library => "${head}BEGIN { require './lib/MODULE.pl' } show();\n",
    late    => "${head}require './lib/MODULE.pl'; show();\n",
);

my $h = gateway_server(
    start  => 0,
    config => "<Files \"*.plain\">\nSetHandler cgi-script\n</Files>\n"
);
my %script;

sub write_cases ($name, $way) {
    my $module = 'M' . $name =~ s/\W/_/gr;
    my $root   = $h->document_root;

    write_file("$root/lib/$module.pm",
        "package $module; our %copy; *copy = \\%main::copy; package main;"
            . " $way 1;\n");
    write_file("$root/lib/${module}_I.pm",
        "package ${module}_I; sub import { package main; our %copy; $way } 1;\n"
    );
    write_file("$root/lib/$module.pl", "our %copy; $way 1;\n");
    for my $place (sort keys %place) {
        my $text = $place{$place} =~ s/WAY/$way/r =~ s/MODULE/$module/r;
        my $file = "$module-$place.pl";
        script($h, $file, "use v5.10; no strict;\n$text");
        $script{$file} = "$name, $place";
    }
}

while (my ($name, $way) = splice @ways, 0, 2) {
    write_cases($name, $way);
}
$h->start;

sub ask ($file, $user) {
    return get(
        $h, "/$file?user=$user",
        headers => [ Cookie => "sid=$user-secret" ],
        timeout => 30
    )->body;
}

my $rounds = $ENV{MEHARI_TEST_ROUNDS} // 3;
for my $file (sort keys %script) {
    my @wrong;
    for my $user ((qw(alice alice bob alice bob bob)) x $rounds) {
        my $answer = ask($file, $user);
        push @wrong, "$user: $answer"
            if $answer ne "user=$user|sid=$user-secret\n";
    }
    is_deeply \@wrong, [], $script{$file};
}
$h->stop;

done_testing;
