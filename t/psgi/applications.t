# Real applications: plain Plack with middleware, Mojolicious, Dancer2 and
# Catalyst, as the examples have them, each mounted below a path: inside httpd
# and in workers of a pool. Two clients at a time, each with its own cookies.

use Mehari::Test;
use Time::HiRes qw(time);

# The modules that an example needs, and Debian's names for them.
my %NEEDS = (
    plack => [
        'Plack::Middleware::Session::Cookie',
        'libplack-middleware-session-perl'
    ],
    mojolicious => [ 'Mojolicious', 'libmojolicious-perl' ],
    dancer2     => [ 'Dancer2',     'libdancer2-perl' ],
    catalyst    => [ 'Catalyst',    'libcatalyst-perl' ],
);
my %TITLE = (
    plack       => 'Plack',
    mojolicious => 'Mojolicious',
    dancer2     => 'Dancer2',
    catalyst    => 'Catalyst',
);
my @names = sort keys %NEEDS;
my @here  = grep { installed($NEEDS{$_}[0]) } @names;
for my $name (@names) {
    my ($module, $package) = $NEEDS{$name}->@*;
    next if grep { $_ eq $name } @here;
    note
        "$name is not tested: there is no $module (apt-get install $package)";
}
plan skip_all => 'none of the frameworks is installed' if !@here;

sub installed ($module) {
    my $file = $module =~ s{::}{/}gr . '.pm';
    return scalar grep { -e "$_/$file" } @INC;
}

# All of an example's files, by their names in the document root.
sub files_of ($name) {
    my $root  = source_root() . '/examples';
    my @files = split /\n/, `cd '$root' && find '$name' -type f`;
    return map { $_ => read_file("$root/$_") } @files;
}

sub start ($mpm) {
    return server(
        mpm     => $mpm,
        workers => $mpm eq 'event' ? 8 : 2,
        files   => { map { files_of($_) } @here },
        config  => join '',
        "PerlPool default workers=2\n",
        map {
                  qq(Define EXAMPLE "\${DOCUMENT_ROOT}/$_"\n)
                . qq(Define EXAMPLE_URL "/$_"\n)
                . qq(Include "\${EXAMPLE}/mehari.conf"\n)
        } @here
    );
}

# --- clients -----------------------------------------------------------------

# The cookies that the server has set, in the form in which a client returns
# them.
sub cookies ($response) {
    my @told = $response->header('Set-Cookie');
    return join '; ', map { s/;.*//sr } @told;
}

sub form ($httpd, $path, $fields) {
    return get(
        $httpd, $path,
        method  => 'POST',
        headers => { 'Content-Type' => 'application/x-www-form-urlencoded' },
        body    => $fields
    );
}

# A file in a body of several parts.
sub upload ($httpd, $path, $content) {
    my $body
        = "--edge\r\n"
        . qq(Content-Disposition: form-data; name="file"; filename="a.bin"\r\n)
        . "Content-Type: application/octet-stream\r\n\r\n"
        . "$content\r\n--edge--\r\n";
    return get(
        $httpd, $path,
        method  => 'POST',
        headers => { 'Content-Type' => 'multipart/form-data; boundary=edge' },
        body    => $body
    );
}

sub try ($httpd, $name) {
    my $at   = "/$name";
    my $body = sub ($path, @option) {
        get($httpd, "$at$path", @option)->body;
    };
    like $body->('/'), qr{\A$TITLE{$name}\n.*$at/hello}s,
        'an application is mounted at its address';
    is $body->("/hello?name=$_"), "Hello, $_!\n",
        "an application gets the parameter $_"
        for qw(Ada Grace);
    is form($httpd, "$at/form", 'town=Bern&colour=red')->body,
        "Form\ncolour: red\ntown: Bern\n",
        'an application gets the fields of a form';
    for my $size (10, 300_000) {
        is upload($httpd, "$at/upload", 'x' x $size)->body,
            "Upload\na.bin\n$size bytes\n", "a file of $size bytes";
    }
    is $body->('/stream'), join('', map { "piece $_\n" } 1 .. 3),
        'a page in pieces';
    my ($source)
        = $name eq 'catalyst'
        ? 'catalyst/lib/Example/Web/Controller/Root.pm'
        : "$name/app.psgi";
    is $body->('/file'), read_file($httpd->document_root . "/$source"),
        'an application sends a file';
    is get($httpd, "$at/nowhere")->status, 404, 'a missing page';
    is get($httpd, "$at/fail")->status,    500, 'a page that fails';
    is get($httpd, "$at/hello", method => 'HEAD')->body, '',
        'an application answers HEAD without a body';
    visits($httpd, "$at/visits");
    return;
}

# Two clients in turn: neither sees the other's data.
sub visits ($httpd, $path) {
    my %cookie = (one => '', other => '');
    for my $visit (1 .. 3) {
        for my $client (sort keys %cookie) {
            my $sent     = $cookie{$client};
            my $response = get($httpd, $path,
                headers => { $sent ? (Cookie => $sent) : () });
            is $response->body, "Visit $visit\n",
                "visit $visit of the $client client";
            $cookie{$client} = cookies($response) || $sent;
        }
    }
    return;
}

for my $mpm (qw(prefork event)) {
    my $httpd = start($mpm);
    for my $name (@here) {
        subtest "$name, $mpm" => sub { try($httpd, $name) };
    }
}

done_testing;
