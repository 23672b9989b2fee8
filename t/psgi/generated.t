# The applications that the frameworks' own programs write, unchanged: under
# SetHandler perl-psgi and as `mehari serve FILE`.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Test::Serve;

# name => the program and its Debian package, its arguments, the application's
# file, and a line of its first page.
my %FRAMEWORK = (
    'Mojolicious' => [
        'mojo',              'libmojolicious-perl',
        'generate app Shop', 'shop/script/shop',
        qr/Welcome to the Mojolicious/
    ],
    'Mojolicious::Lite' => [
        'mojo',                      'libmojolicious-perl',
        'generate lite-app shop.pl', 'shop.pl',
        qr/Welcome to the Mojolicious/
    ],
    'Dancer2' => [
        'dancer2',     'libdancer2-perl',
        'gen -a Shop', 'Shop/bin/app.psgi',
        qr/Perl is dancing/
    ],
    'Catalyst' => [
        'catalyst.pl', 'libcatalyst-devel-perl',
        'Shop',        'Shop/shop.psgi',
        qr/<title>Shop on Catalyst/
    ],
);

# An application without a framework.
my %FILE = (
    'plain.psgi' => <<~'APP',
        my $app = sub { [ 200, [ 'Content-Type' => 'text/plain' ], ["plain\n"] ] };
        APP
    'builder.psgi' => <<~'APP',
        use Plack::Builder;
        use FindBin;
        builder {
            enable 'ContentLength';
            mount '/' => sub {
                [ 200, [ 'Content-Type' => 'text/plain' ], ["$FindBin::Bin\n"] ]
            };
        };
        APP
);

my $dir = tempdir(CLEANUP => 1);
chmod 0755, $dir;

sub try_app ($name, $file, $expected) {
    my $lib = $file =~ s{[^/]*\z}{lib}r;
    my $h   = server(
        mpm    => 'event',
        config => <<~"CONF",
            PerlSwitches -I$lib
            PerlPool default workers=1
            <Location "/">
                SetHandler perl-psgi
                PerlPsgiApp "$file" unmapped
                PerlUsePool default
            </Location>
            CONF
    );
    for my $round (1, 2) {
        my $answer = get($h, '/');
        is $answer->status, 200, "$name: request $round is answered";
        like $answer->body, $expected, "$name: its first page";
    }
    is get($h, '/nowhere')->status, 404, "$name: a missing page"
        if $FRAMEWORK{$name};
    $h->stop;
    my $server = Mehari::Test::Serve->start($file, '--workers', 1);
    like $server->body('/'), $expected, "$name: mehari serve";
    is $server->end, 0, "$name: it ends";
    return;
}

for my $name (sort keys %FRAMEWORK) {
    my ($program, $package, $arguments, $file, $expected)
        = @{ $FRAMEWORK{$name} };
    subtest $name => sub {
        my ($path) = grep { -x } map { "$_/$program" } split /:/, $ENV{PATH};
        plan skip_all => "there is no $program (Debian: $package)" if !$path;
        my $where = "$dir/" . ($name =~ s/\W+/-/gr);
        mkdir $where;
        my $said = qx(cd $where && $program $arguments 2>&1);
        is $?, 0, "$program $arguments" or diag $said;
        system 'chmod', '-R', 'a+rX', $where;
        try_app($name, "$where/$file", $expected);
    };
}

subtest 'Plack' => sub {
    plan skip_all => 'there is no Plack (Debian: libplack-perl)'
        if !eval { require Plack::Builder };
    for my $name (sort keys %FILE) {
        write_file("$dir/plack/$name", $FILE{$name});
    }
    try_app('plain.psgi', "$dir/plack/plain.psgi", qr/\Aplain\n/);
    try_app('builder.psgi', "$dir/plack/builder.psgi",
        qr{\A\Q$dir\E/plack\n});
};

subtest 'FindBin in two applications of one process' => sub {
    my $app = <<~'APP';
        use FindBin;
        my $bin = $FindBin::Bin;
        sub { [ 200, [ 'Content-Type' => 'text/plain' ], ["$bin\n"] ] };
        APP
    write_file("$dir/$_/app.psgi", $app) for qw(one two);
    my $h = server(
        config => join '',
        map { <<~"CONF" } qw(one two)
            <Location "/$_">
                SetHandler perl-psgi
                PerlPsgiApp "$dir/$_/app.psgi" unmapped
            </Location>
            CONF
    );
    for my $name (qw(one two one)) {
        is get($h, "/$name")->body, "$dir/$name\n", "the folder of $name";
    }
    $h->stop;
};

done_testing;
