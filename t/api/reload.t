# Apache2::Reload: modules whose files have changed are loaded again.

use Mehari::Test;

my $when = time;

# Gives each version a newer time than the one before, whatever the clock's
# resolution.
sub module ($h, $name, $body) {
    my $file = "$h->{root}/lib/$name.pm";
    write_file($file, "package $name;\n$body\n1;\n", 0644);
    utime ++$when, $when, $file;
    return;
}

sub reloading ($config) {
    my $h = server(
        start    => 0,
        workers  => 1,
        handlers => {
            '/' => sub ($r) {
                $r->print(join ' ', map { $_->says } qw(Camel Goat));
                return 0;
            }
        },
        config => sub ($httpd) {
            return <<~"CONF";
            PerlSwitches "-I$httpd->{root}/lib"
            PerlModule Apache2::Reload
            PerlModule Camel Goat
            PerlInitHandler Apache2::Reload
            $config
            CONF
        }
    );
    mkdir "$h->{root}/lib", 0755;
    chmod 0755, "$h->{root}/lib";
    module($h, $_, 'sub says { "one" }') for qw(Camel Goat);
    utime 1, 1, "$h->{root}/lib/$_.pm" for qw(Camel Goat);
    $h->start;
    is get($h, '/')->body, 'one one',
        'unchanged modules stay as they were at the start';
    $when = time + 1 if $when <= time;
    module($h, $_, 'sub says { "two" } sub more { 1 }') for qw(Camel Goat);
    return $h;
}

my $all = reloading('');
is get($all, '/')->body, 'two two',
    'two changed modules are both loaded anew';
is get($all, '/')->body, 'two two', 'two reloaded modules stay as they are';
module($all, 'Camel', 'sub says { Camel->can("more") ? "old" : "three" }');
is get($all, '/')->body, 'three two',
    'a sub that is gone from the file is gone';

my $mark = $all->error_log_mark;
module($all, 'Camel', 'sub says { ');
for (1, 2) {
    is get($all, '/')->status, 500,
        'a module that does not compile is an error';
}
log_like($all, $mark, qr/Missing right curly/);
module($all, 'Camel', 'sub says { "mended" }');
is get($all, '/')->body, 'mended two', 'a mended module is loaded again';

is get(reloading("PerlSetVar ReloadAll Off\nPerlSetVar ReloadModules Goat"),
    '/')->body, 'one two', 'ReloadModules names the only module to reload';
is get(reloading('PerlSetVar ReloadModules Goat'), '/')->body, 'two two',
    'without ReloadAll Off, ReloadModules leaves no module out';
is get(reloading(<<'CONF'), '/')->body, 'two one', 'a group of modules';
PerlSetVar ReloadAll Off
PerlSetVar ReloadModules "Cam*"
CONF
is get(reloading('PerlSetVar ReloadDirectories /no/such'), '/')->body,
    'one one', 'ReloadDirectories elsewhere reloads nothing';
is get(reloading('PerlSetVar ReloadDirectories "${ROOT}/lib"'), '/')->body,
    'two two', 'ReloadDirectories reloads the modules below it';
is get(reloading('PerlSetVar ReloadByModuleName On'), '/')->body, 'two two',
    'ReloadByModuleName reloads by name';

my $touched = reloading('PerlSetVar ReloadTouchFile "${ROOT}/touched"');
is get($touched, '/')->body, 'one one',
    'nothing is reloaded without the touch file';
write_file("$touched->{root}/touched", '', 0644);
utime ++$when, $when, "$touched->{root}/touched";
is get($touched, '/')->body, 'two two', 'a touched file makes modules reload';
module($touched, 'Goat', 'sub says { "three" }');
is get($touched, '/')->body, 'two two',
    'an untouched file makes nothing reload';

my $debug = reloading('PerlSetVar ReloadDebug On');
$mark = $debug->error_log_mark;
get($debug, '/');
log_like($debug, $mark,
    qr{Apache2::Reload: process \d+ reloading Camel from /});

done_testing;
