# mod_mehari.so without its other files, as after a copy of this one file: httpd
# says what is missing. An installed mod_perl has modules of the same names,
# which would crash inside mehari.

use Mehari::Test;
use File::Copy qw(copy);
use Mehari::Test::Pool;

my $build = Mehari::Test::Pool::build_folder();
my ($installed)
    = read_file("$build/mod_mehari.so")
    =~ m{are neither in (/\S+) nor beside};
plan skip_all => "mehari is installed in $installed"
    if -d ($installed // die 'the module does not say where its modules are');

my %copied = (
    'the module alone'                   => ['mod_mehari.so'],
    'with the program, without the Perl' =>
        [qw(mod_mehari.so mehari-pool mehari_apr.so)],
);

sub with_copy ($files, %option) {
    my $h = server(
        files => { 'index.html' => "static\n" },
        %option,
        start => 0,
    );
    my $folder = $h->root . '/modules';
    mkdir $folder;
    for my $file (@$files) {
        copy("$build/$file", "$folder/$file") or die "copy: $!";
        chmod 0755, "$folder/$file";
    }
    $ENV{MEHARI_MODULE} = "$folder/mod_mehari.so";
    return $h;
}

for my $name (sort keys %copied) {
    for my $module (qw(ModPerl::Registry Apache2::RequestRec)) {
        my $h = with_copy($copied{$name}, config => "PerlModule $module\n");
        ok !eval { $h->start; 1 }, "$name, $module: httpd does not start";
        like $@, qr/the Perl modules of mehari are neither.*\[MH1012\]/s,
            "$name, $module: it says what is missing";
    }
    my $h = with_copy($copied{$name});
    $h->start;
    is get($h, '/index.html')->status, 200,
        "$name: httpd serves files without Perl";
    $h->stop;
}

my $lib = source_root() . '/lib';
my $h   = with_copy(
    ['mod_mehari.so'],
    config => <<~"CONF",
        PerlSwitches "-I$lib"
        PerlModule ModPerl::Registry
        CONF
);
$h->start;
is get($h, '/index.html')->status, 200,
    'httpd starts if PerlSwitches names the folder';
$h->stop;

done_testing;
