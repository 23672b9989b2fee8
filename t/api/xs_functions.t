# mod_perl's C functions that mehari has. An XS module built for this test
# (t/fixtures/xs/Built.c) calls each: the answers are mod_perl's. With
# MEHARI_TEST_MODULE=mod_perl the same module asks mod_perl, under prefork only,
# because under event some of these functions end mod_perl's process.

use Mehari::Test;
use Config;
use File::Temp qw(tempdir);

my ($httpd) = grep { -e "$_/httpd.h" }
    map { "/usr/include/$_" } qw(apache2 httpd);
my ($apr)
    = grep { -e "$_/apr.h" } map { "/usr/include/$_" } qw(apr-1.0 apr-1);
plan skip_all => "headers of httpd and APR are not installed"
    if !$httpd || !$apr;
plan skip_all => 'no C compiler'
    if system "$Config{cc} --version >/dev/null 2>&1";
plan skip_all => "perl's headers are not installed"
    if !-e "$Config{archlibexp}/CORE/perl.h";

# [ function, its arguments, the expression to look at, the answer ]. In the
# expression, $_ is the function's result, and $@ its error.
my @ROWS = (
    [ 'setref_uv',        '', 'ref($_) . $$_',                'Foo7' ],
    [ 'gensym',           '', 'ref($_) . grep /GEN/, %Foo::', 'GLOB0' ],
    [ 'str_toupper',      '', '$_',                           "PERL-\xe4" ],
    [ 'error_strerror',   '2',      '$_', 'No such file or directory' ],
    [ 'error_strerror',   '120000', '$_', 'exit was called' ],
    [ 'errsv_prepend',    '',       '$_', 'too 5: late' ],
    [ 'av_push_elts_ref', '[1, 2], [3, 4]',           '"@$_"', '1 2 3 4' ],
    [ 'hv_fetch_he',      '{ key => 5 }',             '$_',    '50' ],
    [ 'sprintf_list',     '"<%03d>", 7',              '$_',    '<007>' ],
    [ 'call_subs',        '[ (sub { $::n++ }) x 2 ]', '$::n',  '2' ],
    [
        'call_subs',
        '[ sub { die "no\n" }, sub { $::n++ } ]',
        '"$::n $@"',
        "2 no\nSome failed--call queue aborted"
    ],
    [ 'perl_exit', '', 'ref($@) . ($@ == ModPerl::EXIT())', 'APR::Error1' ],
    [ 'arrays',        '[ "x", 2 ]', '"@$_"',    'x 2' ],
    [ 'arrays',        '[]',         '@$_ . ""', '0' ],
    [ 'arrays',        '5',          '$@',       'Not an array reference' ],
    [ 'table_get_set', '"v"',        '$_',       'v 0 APR::Table' ],
    [ 'tied_object',   '$r->notes',  '$_',       '1 APR::Table' ],
    [
        'tied_object',
        '$r',
        '$@',
        'argument is not a blessed reference'
            . ' (expecting an APR::Table derived object)'
    ],
    [ 'uri_new',        '',               '$_', '1' ],
    [ 'cleanup_data',   '',               '$_', '1' ],
    [ 'io_handle',      '',               '$_', '010' ],
    [ 'require_module', '"Text::Abbrev"', '$_', '011 ' ],
    [
        'require_module',   '"No::Such"',
        'substr $_, 0, 30', q(000 Can't locate No/Such.pm in)
    ],
    [ 'require_file', '"Text/Tabs.pm"',   '$_', '1' ],
    [ 'require_file', '"Text/NoSuch.pm"', '$_', '0' ],
    [
        'package_unload', '"Foo::Away"',
        '(Foo::Away->can("f") ? 1 : 0) . exists $INC{"Foo/Away.pm"}', '0'
    ],
    [ 'file2package', '"/srv//a-b/c.pl"', '$_', 'srv::a_b::c_pl' ],
    [ 'file2package', '"..\\\\a\\\\b/"',  '$_', 'a::b' ],
    [
        'const_compile',
        '',
        '$_ . Foo::Got::HTTP_GONE() . defined(&Foo::Got::FILETYPE_REG)'
            . ' . APR::Const::FILETYPE_DIR()',
        '14102'
    ],
    [ 'dl_handles',     '',                    '$_',  '1 0' ],
    [ 'is_dir',         '"/tmp", "/dev/null"', '$_',  '10' ],
    [ 'dir_config',     '',                    '$_',  'one two two 0' ],
    [ 'slurp_filename', '',                    '$$_', "text\n" ],
    [ 'own_notes',      '"k", "v"', '$_ . keys(%{$r->pnotes})', 'v 1 00' ],
    [ 'request_notes',  '"k", "v"', '$_ . $r->pnotes("k")',     'v 1v' ],
    [ 'request_notes_kill', '',     'keys(%{$r->pnotes}) . ""', '0' ],
    [ 'env_populate',       '',     '$ENV{REQUEST_METHOD}',     'POST' ],
    [ 'option_enabled',     '',     '$_',                       '11' ],
    [ 'no_option', '', '$@', 'PerlOptions NoSuch is not a directory option' ],
    [ 'request_read',   '',   '$_', '3 bod 2 y!' ],
    [ 'tls_request',    '',   '$_', '1' ],
    [ 'global_request', '$r', '$_', '1' ],
    [
        'sv2request', 'bless({ r => $r }, "Foo::R"), "Apache2::RequestRec"',
        '$_',         '11'
    ],
    [ 'sv2server', '$r->server, "Apache2::ServerRec"', '$_', '11' ],
    [
        'add_handlers',                               'sub { 0 }',
        '$_ . @{$r->get_handlers("PerlLogHandler")}', '11'
    ],
    [ 'handler_from_sv', '"Built::forty"', '$_', 'Built::forty 40' ],
    [ 'interpreter',     '',               '$_', '1' ],
    [ 'of_server', 'Apache2::ServerUtil::restart_count()', '$_', '111' ],
);

my $MODULE = <<'PERL';
package Built;
use Apache2::RequestRec ();
use Apache2::RequestIO ();
use Apache2::RequestUtil ();
use Apache2::ServerRec ();
use Apache2::ServerUtil ();
use APR::Error ();
use APR::Table ();
use ModPerl::Const -compile => 'EXIT';
use ModPerl::Util ();
require DynaLoader;

my $object = DynaLoader::dl_load_file('FOLDER/Built.so', 0)
    or die DynaLoader::dl_error();
DynaLoader::dl_install_xsub('Built::boot',
    DynaLoader::dl_find_symbol($object, 'boot_Built'))->();

sub forty { return 40 }

my @calls = (
CALLS
);

sub handler {
    my $r = shift;
    local $::n = 0;
    *Foo::Away::f = sub { 1 };
    $INC{'Foo/Away.pm'} = 1;
    delete $INC{'Text/Abbrev.pm'};
    for my $call (@calls) {
        my $answer = eval { $call->($r) } // "undef $@";
        $answer =~ s/ at \/\S+ line \d+\.?\n?\z//;
        $r->print($answer =~ s/\n/\\n/gr, "\n");
    }
    return 0;
}
1;
PERL

my $dir = tempdir(CLEANUP => 1);
chmod 0755, $dir;
my $source = fixture('xs/Built.c');
is
    system("$Config{cc} $Config{ccflags} $Config{cccdlflags} -w -shared"
        . " -I$Config{archlibexp}/CORE -I$httpd -I$apr"
        . " -o $dir/Built.so $source"),
    0, 'the module is built';
my $calls = join '', map {
    my ($name, $args, $seen) = @$_;
    my $given = join ', ', '$r', $args || ();
    "sub { my \$r = shift; local (\$@, \$_);"
        . " \$_ = eval { Built::$name($given) }; $seen },\n"
} @ROWS;
write_file("$dir/Built.pm", $MODULE =~ s/FOLDER/$dir/r =~ s/CALLS/$calls/r);

my $module = $ENV{MEHARI_TEST_MODULE} // 'mehari';
for my $mpm ('prefork', ('event') x ($module eq 'mehari')) {
    my $h = server(
        module => $module,
        mpm    => $mpm,
        files  => { 'page.txt' => "text\n" },
        config => <<~"CONF",
            PerlSwitches "-I$dir"
            PerlModule Built
            PerlSetVar There two
            <Location /page.txt>
                SetHandler modperl
                PerlResponseHandler Built
                PerlOptions +GlobalRequest
                PerlSetVar Here one
            </Location>
            CONF
    );
    for my $round (1, 2) {
        my @seen = split /\n/,
            get($h, '/page.txt', method => 'POST', body => 'body!')->body;
        for my $i (0 .. $#ROWS) {
            my ($name, $args, $looked, $answer) = $ROWS[$i]->@*;
            is $seen[$i], $answer =~ s/\n/\\n/gr, "$mpm: $name($args)";
        }
    }
}

done_testing;
