# examples/mason: HTML::Mason's own ApacheHandler, inside httpd, event and
# prefork: two visitors in turn, the cache, a dhandler, a form, errors; and the
# same pages from mod_perl where that is installed.

use Mehari::Test;
use HTTP::Tiny;
use Mehari::Httpd;
use Mehari::Test::Serve;

plan skip_all => 'HTML::Mason is not installed (libhtml-mason-perl)'
    unless eval { require HTML::Mason; 1 };

my $site = Mehari::Test::Serve::root() . '/examples/mason';

# A visitor keeps cookies by hand, because there is only one.
sub visit ($visitor, $base, $path, @form) {
    my $http    = $visitor->{http} //= HTTP::Tiny->new(timeout => 30);
    my %headers = $visitor->{cookie} ? (Cookie => $visitor->{cookie}) : ();
    my $got
        = @form
        ? $http->post_form("$base$path", \@form, { headers => \%headers })
        : $http->get("$base$path", { headers => \%headers });
    my ($cookie) = ($got->{headers}{'set-cookie'} // '') =~ /\A([^;]+)/;
    $visitor->{cookie} = $cookie if defined $cookie;
    return $got;
}

sub page ($visitor, $base, $path, @form) {
    return visit($visitor, $base, $path, @form)->{content};
}

# A page without the parts that differ between processes or times.
sub settled ($text) {
    return $text =~ s/\(0x[0-9a-f]+\)/(ADDRESS)/gr
        =~ s/process \d+/process N/gr
        =~ s/\w{3} \w{3} +\d+ [\d:]{8} \d{4}/TIME/gr;
}

sub visits ($base) {
    my ($ann, $bob) = ({}, {});
    like page($ann, $base, '/'), qr/Visit 1,/, 'the first visit of one';
    like page($ann, $base, '/'), qr/Visit 2,/, 'the second visit is counted';
    like page($bob, $base, '/recipes/soup'), qr/Visit 1,.*/,
        'another visitor has visits of their own';
    like page($ann, $base, '/recipes/bread'), qr/Bread.*Visit 3,/s,
        "a visitor's count goes on after another's";

    my @counted
        = map { page($_, $base, '/') =~ /counted by (.*?)<\/p>/gs } $ann,
        $bob;
    is scalar @counted, 4, 'two figures for each';
    is_deeply [ @counted[ 0, 1 ] ], [ @counted[ 2, 3 ] ],
        'the cache gives the same number again';

    like page($bob, $base, '/recipes/soup'),
        qr{<title>Recipe</title>.*<li>Cut vegetables &amp; herbs</li>}s,
        'a dhandler, its attributes, escaping';
    for my $name ('<Ann>', 'Bob') {
        my $shown = $name =~ s/</&lt;/r =~ s/>/&gt;/r;
        like page($ann, $base, '/greet', name => $name),
            qr{Hello, <strong>\Q$shown\E<},
            "the form shows the name $name escaped";
    }
    unlike page($bob, $base, '/greet'), qr/Hello/,
        'a name is known in one request only';

    is visit($bob, $base, $_)->{status}, 404, "$_ is no page"
        for qw(/recipes/nothing /links.mi /recipes/dhandler /autohandler);
    like page($bob, $base, '/wrong'),
        qr/There is no price for quince at \S+wrong line/,
        'a wrong page shows where it fails';
    like page($bob, $base, '/recipes/soup'), qr/Boil/,
        'the next page is served after an error';
    return;
}

for my $mpm (qw(event prefork)) {
    subtest $mpm => sub {
        my $server
            = Mehari::Test::Serve->start($site, '--workers', 2, '--mpm',
            $mpm);
        visits($server->url);
        is $server->end, 0, 'the server ends with status 0';
    };
}

# The answers of the same fragment, with each module in an httpd of its own.
sub answers ($module) {
    my $h = Mehari::Httpd->new(
        module  => $module,
        workers => 1,
        modules => ['authz_host'],
        env     => { EXAMPLE_URL => '' },
        config  => <<~"CONF",
        Define EXAMPLE "$site"
        <Directory "$site">
            Require all granted
        </Directory>
        Include "$site/mehari.conf"
        CONF
    );
    $h->start;
    my ($base, $visitor) = ($h->url('') =~ s{/\z}{}r, {});
    my %said;
    for my $path (
        qw(/ /recipes/soup /recipes/nothing /greet?name=x
        /greet?name=a&name=b /wrong /recipes /nowhere)
        )
    {
        my $got = visit($visitor, $base, $path);
        my %has = %{ $got->{headers} };
        delete @has{qw(date server keep-alive content-length etag)};
        $said{$path} = [
            $got->{status}, \%has,
            settled($got->{content}) =~ s/:$h->{port}\b/:PORT/gr
        ];
        $_ = s/:$h->{port}\b/:PORT/r for grep { !ref } values %has;
        # The stack of an error contains the code below Mason.
        $said{$path}[2] =~ s/code stack.*//s;
    }
    return \%said;
}

SKIP: {
    my $theirs = eval { Mehari::Httpd::Config::module_file('mod_perl') };
    skip 'mod_perl is not installed', 1 unless $theirs;
    my ($ours, $oracle) = map { answers($_) } qw(mehari mod_perl);
    is_deeply $ours->{$_}, $oracle->{$_}, "the page is as with mod_perl: $_"
        for sort keys %$oracle;
}

done_testing;
