# Like callbacks.t, for places that are no phase of a request: providers of
# authentication and authorization, connections, directives of a module in Perl,
# the start and the end of a child. The process goes on, whatever the code does.

use Mehari::Test;
use MIME::Base64 qw(encode_base64);

my $library = fixture('life');
my $h       = server(
    workers  => 1,
    modules  => [qw(authn_core authn_file auth_basic authz_core authz_user)],
    handlers => { '/' => 'Wreck::good' },
    config   => <<"CONF",
PerlSwitches "-I$library"
PerlLoadModule WreckAside
PerlAddAuthnProvider camels WreckAside::authn
PerlAddAuthzProvider herd WreckAside::authz
PerlPreConnectionHandler WreckAside::pre_connection
PerlProcessConnectionHandler WreckAside::connection
<Location /aim>
    PerlResponseHandler WreckAside::aim
</Location>
<Location /authn>
    AuthType Basic
    AuthName camels
    AuthBasicProvider camels
    Require valid-user
</Location>
<Location /authz>
    Require herd
</Location>
<Directory \${DOCUMENT_ROOT}>
    AllowOverride All
</Directory>
CONF
    start => 0,
);

my $source = read_file("$library/Wreck.pm");
my ($ways) = $source =~ /our %HOW = \((.*?)^\);/ms;
my @hows   = sort { $a cmp $b }
    grep { !/^(?:header|file)$/ } $ways =~ /^ {4}(\w+) *=>/mg;
cmp_ok @hows, '>', 30, 'there are ways of being called to try';
for my $how (@hows) {
    write_file($h->document_root . "/line_$how/.htaccess",
        "WreckLine $how\n");
    write_file($h->document_root . "/line_$how/file", "a file\n");
}
write_file($h->root . '/logs/notes', '', 0666);
$h->start;

sub notes () { return read_file($h->root . '/logs/notes') }

# Waits until each way has been noted at that place.
sub all_noted ($place) {
    my @missing;
    for (1 .. 600) {
        my $notes = notes();
        @missing = grep { $_ ne 'signal' && $notes !~ /^$place=$_ /m } @hows;
        last if !@missing;
        select undef, undef, undef, 0.05;
    }
    return is "@missing", '', "$place: all of them have run";
}

sub is_well ($pid, $name) {
    my $body = get($h, '/good')->body // '';
    is $body, "good $pid  \n", $name if $body ne "good $pid  \n";
    return;
}

all_noted('ChildInit');
my ($pid) = $h->children;

# These ways refuse by themselves. The others must not let anybody in either.
my %dies = map { $_ => 1 } qw(
    code deep die empty erased exit false goto hash hook label last left line
    local mute next object redo returns signal sorted string tail warnings
);

subtest 'providers' => sub {
    for my $how (@hows) {
        my $coded  = encode_base64("wreck:$how", '');
        my $status = get($h, '/authn',
            headers => [ Authorization => "Basic $coded" ])->status;
        isnt $status, 200, "authn: $how lets nobody in" if $dies{$how};
        is_well($pid, "after authn, $how");
        $status = get($h, "/authz?authz=$how")->status;
        isnt $status, 200, "authz: $how lets nobody in" if $dies{$how};
        is_well($pid, "after authz, $how");
    }
    my $good = encode_base64('camel:hump', '');
    is get($h, '/authn', headers => [ Authorization => "Basic $good" ])
        ->status, 200, 'those that answer do';
    is get($h, '/authz')->status, 200,
        'a provider for authorization is called too';
};

subtest 'connections' => sub {
    for my $place (qw(pre process)) {
        for my $how (@hows) {
            is get($h, "/aim?$place=$how")->body, "aimed $pid",
                'a cleanup of a connection is aimed at the child';
            raw($h, "GET /good HTTP/1.0\r\n\r\n");
            is_well($pid, "after $place, $how");
        }
    }
};

subtest 'directives' => sub {
    for my $how (@hows) {
        my $status = get($h, "/line_$how/file")->status;
        is $status, 500, "$how fails the request" if $dies{$how};
        is_well($pid, "after a directive, $how");
    }
};

is_deeply [ $h->children ], [$pid], 'one process has met them all';

write_file($h->root . '/logs/notes', '', 0666);
$h->graceful;
all_noted($_) for qw(ChildExit END ChildInit);
my ($next) = $h->children;
is_well($next, 'the next child');
isnt $next, $pid, 'another child answers after the aimed one ended';

done_testing;
