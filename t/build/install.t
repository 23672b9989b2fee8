# make install puts everything in its place, and make uninstall would remove
# all of it.

use Mehari::Test;
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use JSON::PP   qw(decode_json);
use Mehari::Command;

my $root   = source_root();
my $module = Mehari::Httpd::Config::module_file('mehari');
plan skip_all => "$module is not that of a build in this tree"
    if $module !~ m{\A\Q$root\E/build[\w-]*/} || !-w "$root/build";

# Meson warns of features newer than the version that meson.build asks for.
unlike read_file("$root/build/meson-logs/meson-log.txt"),
    qr/Project .*targeting|WARNING: Deprecated/i,
    'the oldest Meson that is named is enough';

my $dest = tempdir(CLEANUP => 1);
my $log
    = `cd $root && DESTDIR=$dest meson install -C build --no-rebuild 2>&1`;
is $?, 0, 'make install exits with 0' or diag $log;

my ($modules)
    = `find $dest -name mod_mehari.so` =~ m{\A(.*)/mod_mehari\.so$}m;
is $modules, $dest . Mehari::Httpd::Config::modules_dir(),
    'the module is where httpd looks';

my ($prefix) = `find $dest -type d -name bin` =~ m{\A(.*)/bin$}m;
ok -x "$prefix/bin/mehari", 'the command is installed';
my %command = Mehari::Command->commands;
is_deeply [ sort map { m{([^/]+)\z} } glob "$prefix/share/man/man1/*" ],
    [ sort 'mehari.1', map { "mehari-$_.1" } keys %command ],
    'the manual pages of the command and its subcommands are installed';
like read_file("$prefix/share/man/man1/mehari-serve.1"),
    qr/^\.TH MEHARI-SERVE 1 .*\n(?:.*\n)*\.IP .*\\-\\-port/m,
    'the options are on it';
ok -f "$prefix/share/$_", $_
    for 'bash-completion/completions/mehari', 'zsh/site-functions/_mehari';
like `$^X -c $prefix/bin/mehari 2>&1`, qr/syntax OK/,
    'the installed command finds its library';

my $lib = "$prefix/share/mehari/perl5";
for my $name (qw(Mehari/Httpd.pm ModPerl/Registry.pm Apache2/RequestRec.pm)) {
    ok -f "$lib/$name", $name;
}

SKIP: {
    skip 'not the layout of Debian', 1 if !-d '/etc/apache2/mods-available';
    like read_file("$dest/etc/apache2/mods-available/mehari.load"),
        qr{^LoadModule perl_module /\S+/mod_mehari\.so$}m,
        'mehari.load loads the installed module';
}

subtest 'the name of mod_perl' => sub {
    my $dir  = tempdir(CLEANUP => 1);
    my $name = "$dir/mod_perl.so";
    my @say  = ("$root/packaging/mod_perl-name");
    for my $round (1, 2) {
        is system(@say, 'give', $dir), 0,   'given, and again';
        is readlink $name, 'mod_mehari.so', 'a link to its neighbour';
    }
    ok Mehari::Httpd::Config::is_ours($name),
        'which nobody takes for mod_perl';
    is system(@say, 'take', $dir), 0, 'taken away';
    ok !-l $name, 'it is gone';

    write_file($name, "another's\n");
    for my $act (qw(give take)) {
        is system("@say $act $dir >/dev/null"), 0, "$act";
        is read_file($name), "another's\n", 'a file that is not ours stays';
    }
    my $stage = tempdir(CLEANUP => 1);
    make_path("$stage$dir");
    is system("DESTDIR=$stage @say give $dir >/dev/null"), 0, 'a package';
    ok !-l "$stage$name", 'brings no file that mod_perl has brought here';
    unlink $name;
    is system("DESTDIR=$stage @say give $dir"), 0, 'but without mod_perl';
    is readlink "$stage$name",                  'mod_mehari.so', 'it does';
};

# Meson's list of installed files, and the target that removes them.
subtest 'make uninstall' => sub {
    my $dir  = tempdir(CLEANUP => 1);
    my @file = map { write_file("$dir/etc/$_", "text\n") }
        qw(mehari.load mehari-refuse.conf);
    write_file("$dir/meson-logs/install-log.txt",
        join "\n", '# a list', "$dir/mod_mehari.so", @file, '');
    write_file("$dir/build.ninja", <<~'NINJA');
        rule remove
          command = grep '^/' meson-logs/install-log.txt | xargs rm -f
        build uninstall: remove
        NINJA
    my $said
        = qx(make -C $root --no-print-directory uninstall BUILD=$dir 2>&1);
    is $?, 0, 'make uninstall succeeds' or diag $said;
    ok !-e $file[0], 'files are removed';
    ok -e $file[1],  'what refuses scripts stays';
    like $said, qr/^# \Q$file[1]\E stays\.$/m, 'and is named';
};

# Red Hat's httpd reads the files of conf.d.
subtest 'the layout of Red Hat' => sub {
    my $etc = tempdir(CLEANUP => 1);
    system('cp', '-R', fixture('redhat') . '/etc/httpd', "$etc/httpd") == 0
        or die;
    my $said = qx(cd $root && meson setup $etc/build \\
        -Dhttpd_config_dir=$etc/httpd -Dtests=false -Dbench=false 2>&1);
    is $?, 0, 'Meson configures' or return diag $said;
    my $file = "$etc/build/mehari-refuse.conf";
    my $to   = decode_json(qx(meson introspect --installed $etc/build));
    is $to->{$file}, "$etc/httpd/conf.d/mehari-refuse.conf",
        'the refusal is where httpd reads it';
    ok !(grep { /mehari\.load/ } keys %$to), 'no file of Debian comes';
    like read_file($file), qr{LoadModule \S+ /\S+/mod_actions\.so$}m,
        'the refusal names the folder of modules';
};

local $ENV{MEHARI_MODULE} = "$modules/mod_mehari.so";
chmod 0755, $dest;
my $h = server(
    perl_lib => $lib,
    files    => { 'hello.pl' => <<~'PERL' },
        print "Content-Type: text/plain\n\n$INC{'ModPerl/Registry.pm'}";
        PERL
    config => <<~'CONF',
        PerlModule ModPerl::Registry
        <Files "*.pl">
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
            Options +ExecCGI
        </Files>
        CONF
    start => 0,
);
chmod 0755, $h->document_root . '/hello.pl';
$h->start;
is get($h, '/hello.pl')->body, "$lib/ModPerl/Registry.pm",
    'an installation serves with its own library';

done_testing;
