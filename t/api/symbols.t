# The modules and constants that are there once a module of the API is loaded:
# programs use them without a `use` of their own. t/fixtures/api/symbols.txt
# lists those of mod_perl 2.0.12 under prefork, below the name of each module.

use Mehari::Test;

needs('BSD::Resource');

my %want;
my $list = read_file(fixture('api/symbols.txt'));
while ($list =~ /((?:^\w.*\n)+)((?:^ .*\n)+)/mg) {
    my ($modules, $names) = ($1, $2);
    $want{$_} = [ split ' ', $names ] for split ' ', $modules;
}
cmp_ok scalar keys %want, '>', 15, 'there is a list';

# Each module is loaded in a process of its own, before any other.
my $LOADER = <<'PERL';
for my $line (do { open my $in, '<', 'LIST' or die; <$in> }) {
    my ($module, @names) = split ' ', $line;
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        my $file = $module =~ s{::}{/}gr . '.pm';
        my @missing = eval { require $file; 1 }
            ? grep { /\// || /\.pm$/ ? !$INC{$_} : !defined &$_ } @names
            : "error: $@";
        open my $out, '>>', 'SEEN' or die;
        print {$out} join(' ', $module, @missing) =~ s/\n/ /gr, "\n";
        close $out;
        kill KILL => $$;
    }
    waitpid $pid, 0;
}
1;
PERL

my $h = server(
    start   => 0,
    workers => 1,
    config  => "PerlRequire \${ROOT}/conf/load.pl\n"
);
my ($names, $seen) = map { $h->root . "/conf/$_" } qw(list seen);
write_file($names,
    join '', map { join(' ', $_, $want{$_}->@*) . "\n" } sort keys %want);
write_file($h->root . '/conf/load.pl',
    $LOADER =~ s/LIST/$names/r =~ s/SEEN/$seen/r);
$h->start;
my %missing = map { /^(\S+) ?(.*)/ } split /\n/, read_file($seen);
is $missing{$_}, '', "$_ brings all that it brings under mod_perl"
    for sort keys %want;

# A script of Registry names constants and subs that it has not loaded.
my $site = server(
    workers => 1,
    config  => <<~'CONF',
        <Directory "${DOCUMENT_ROOT}">
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
            Options +ExecCGI
        </Directory>
        CONF
    files => {
        'ok.pl' => <<~'PERL',
            use strict;
            my $r = shift;
            $r->content_type('text/plain');
            print join ' ', Apache2::Const::NOT_FOUND,
                Apache2::Const::OPT_EXECCGI, APR::Const::FILETYPE_REG,
                File::Spec::Functions::catfile('a', 'b'),
                Apache2::ServerUtil->server->is_virtual ? 1 : 0;
            return Apache2::Const::OK;
            PERL
    },
);
is get($site, '/ok.pl')->body, '404 8 1 a/b 0', 'in a script of Registry';

done_testing;
