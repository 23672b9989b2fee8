# The distribution for CPAN: the messages of perl Makefile.PL on a machine that
# cannot build, and the metadata. t/build/talk.t builds and installs it.

use Mehari::Test;
use CPAN::Meta;
use File::Find qw(find);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use Module::CoreList;
use lib 'packaging/lib';
use Mehari::Make::Distribution;
use Mehari::Make::Needs;
use Mehari::Make::Targets;

my $root  = source_root();
my $NEEDS = 'Mehari::Make::Needs';

sub machine (%option) { return $NEEDS->new(top => $root, %option) }

sub text_of ($needs) { return $NEEDS->text($needs->missing) }

# --- a machine without the requirements
# -----------------------------------------

my $empty = tempdir(CLEANUP => 1);
my $text  = text_of(machine(path => [$empty], apxs => "$empty/apxs"));
like $text, qr/^  \* \Q$_\E/m, $_
    for 'There is no C compiler', 'There is no Meson', 'There is no Ninja',
    "MP_APXS names $empty/apxs, which is not a program";
like $text,
    qr/^  Debian, Ubuntu: .*\bgcc libperl-dev libseccomp-dev meson ninja-build$/m,
    'packages of Debian, and those that only a compiler can look for';
like $text,
    qr/^  RHEL, Fedora:   .*\bgcc perl-devel libseccomp-devel meson ninja-build$/m,
    'packages of Red Hat';

# A perl as small as some distributions ship it: without MakeMaker.
make_path("$empty/lib/ExtUtils");
write_file("$empty/lib/ExtUtils/MakeMaker.pm", "die qq{not here\n};\n");
my $smallest = qx($^X -I$empty/lib $root/Makefile.PL 2>&1);
is $? >> 8, 1, 'perl Makefile.PL of a perl without MakeMaker fails';
like $smallest,
    qr/lacks.*MakeMaker.*\n  RHEL, Fedora:   dnf install perl-Ext/s,
    'and says what to install';

sub program ($name, $says) {
    return write_file("$empty/$name", "#!/bin/sh\n$says\n", 0755);
}

program('meson', 'echo 0.55.3');
like text_of(machine(path => [$empty])),
    qr/Meson is too old: .* is 0\.55\.3, and [\d.]+ is needed\./,
    'an old Meson';
program('meson', 'echo 0.56');
unlike text_of(machine(path => [$empty])), qr/Meson is|no Meson/,
    'one that is enough';

program('cc', 'exit 1');
like text_of(machine(path => [$empty])),
    qr/headers\. *\n.*install .*\blibc6-dev\b/s,
    'no headers of the C library';

my $apxs = program('apxs', "echo $empty");
like text_of(machine(path => [$empty], apxs => $apxs)),
    qr{httpd's headers are missing \(\Q$empty\E/httpd\.h\)}, 'no httpd.h';
unlike text_of(machine(path => [$empty], apxs => $apxs)), qr/MP_APXS/,
    'an apxs';

# --- a machine without httpd, as Debian's apache2-dev leaves it ---------------

my $targets = Mehari::Make::Targets->new(needs => machine(apxs => $apxs));
my $red     = program('red', "echo $empty/conf");
my $hat     = Mehari::Make::Targets->new(needs => machine(apxs => $red));
is $hat->config_dir, "$empty/conf", 'the folder of httpd.conf';
mkdir "$empty/conf.modules.d";
is $hat->config_dir, $empty, q(Red Hat's is the one above);

write_file("$empty/makefile", "pure_all :\n" . $targets->test);
my $said = qx(make --no-print-directory -f $empty/makefile test 2>&1);
is $?, 0, 'make test succeeds';
like $said, qr/^All tests are skipped, because .*\n.*install apache2-bin$/m,
    'and says why it runs nothing';

# --- what can be removed again

my $files = tempdir(CLEANUP => 1);
my @installed
    = map { "$files/$_" } qw(mod_mehari.so bin/mehari mehari-refuse.conf);
write_file("$files/meson-logs/install-log.txt",
    join "\n", '# a list', @installed, '');
write_file("$files/.packlist", '');
symlink 'mod_mehari.so', "$files/mod_perl.so" or die "link: $!";
my @note = (
    $^X, "-I$root/packaging/lib", '-MMehari::Make::Installed', '-e',
    'Mehari::Make::Installed->new(@ARGV)->note',
    $files, '', "$files/.packlist"
);
open my $pipe, '-|', @note or die "perl: $!";
$said = join '', <$pipe>;
close $pipe;
like $said, qr{^    LoadModule perl_module \Q$files\E/mod_mehari\.so$}m,
    'make install says what to write';
is_deeply [ map { m{([^/\s]+)$}m } split /\n/,
    read_file("$files/.packlist") ],
    [qw(mehari mod_mehari.so mod_perl.so)],
    'what refuses scripts stays when mehari is removed';

# --- an archive of the sources, without git --------------------------------------

my $archive = tempdir(CLEANUP => 1);
system(   "cd $root && tar -cf - --exclude='./build*' --exclude=.git ."
        . " | tar -xf - -C $archive") == 0
    or die "no copy\n";
my @made
    = map { scalar qx($_/packaging/cpan $archive/build-cpan/$_) =~ s/\n//r }
    $root, $archive;
my ($of_git, $of_files)
    = map { join "\n", sort split /\n/, qx(tar -tzf $_) } @made;
is $of_files, $of_git, 'the distribution has the same files without git';

# --- make, all the same -------------------------------------------------------

my $tree = tempdir(CLEANUP => 1);
system("cp -r $root/packaging $root/meson.build $root/Makefile.PL $tree") == 0
    or die "no copy\n";
write_file("$tree/Makefile", "all :\n\t\@echo the Makefile of the tree\n");
for my $command (qq(perl Makefile.PL 'MP_APXS=/no/\$apxs'), 'make',
    'make test')
{
    my $said = qx(cd $tree && $command 2>&1);
    isnt $?, 0, "$command fails";
    like $said,
        qr{^  \* MP_APXS names /no/\$apxs, which is not a program\.$}m,
        'and says why';
}

# --- an old perl --------------------------------------------------------------

my $old = machine();
$old->{text} =~ s/version_compare\('<5\.\d+'\)/version_compare('<5.99')/;
like text_of($old),
    qr/perl is too old: it is [\d.]+, and mehari needs 5\.99\./,
    'an old perl';

is text_of(machine()), '', 'nothing is missing here'
    if !grep { system("command -v $_ >/dev/null") } qw(cc meson apxs);

# --- metadata -----------------------------------------------------------------

my $out     = tempdir(CLEANUP => 1);
my $tarball = qx($root/packaging/cpan $out 2>&1) =~ s/\n\z//r;
is $?, 0, 'packaging/cpan' or die "$tarball\n";
my ($name) = $tarball =~ m{([^/]+)\.tar\.gz\z};
my $meta
    = CPAN::Meta->load_string(scalar qx(tar -xzOf $tarball $name/META.json));
is $meta->name . '-' . $meta->version, $name, 'the name of the file';
is_deeply [ keys $meta->provides->%* ], ['Apache2::Mehari'],
    'an index of CPAN finds one module';
require Apache2::Mehari;
is $meta->version, Apache2::Mehari->VERSION, 'whose version it is';
is
    + CPAN::Meta->load_yaml_string(
    scalar qx(tar -xzOf $tarball $name/META.yml))->name, $meta->name,
    'META.yml';

my %in = map { s{\A\Q$name\E/}{}r => 1 } split /\n/, qx(tar -tzf $tarball);
my @listed = map { (split ' ')[0] } split /\n/,
    qx(tar -xzOf $tarball $name/MANIFEST);
is_deeply [ sort grep { !m{/?\z} || !/\/\z/ && length } keys %in ],
    [ sort @listed ], 'MANIFEST has the files';

# Red Hat has parts of perl in packages of their own.
my %wanted = map { $_ => 1 } Mehari::Make::Distribution->modules;
my %missing;
find(
    {
        no_chdir => 1,
        wanted   => sub {
            return if !/\.pm\z/;
            for (read_file($_) =~ /^use ([A-Z]\w*(?:::\w+)*)/mg) {
                next if /\A(?:APR|Apache2?|Mehari|ModPerl)(?:::|\z)/;
                my $module = s/\AFile::Spec::Functions\z/File::Spec/r;
                $missing{$module} = 1
                    if !$wanted{$module}
                    && Module::CoreList->is_core($module);
            }
        },
    },
    "$root/lib"
);
is_deeply [ sort keys %missing ], [], 'all modules of perl are required';

done_testing;
