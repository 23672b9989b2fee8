# Results of methods of the API, and fields after the call, for undef, for an
# empty string, for no argument, and for a class name instead of an object: as
# in mod_perl, in httpd and in a worker.

use Mehari::Test;
use Mehari::Test::Call;

my $is_mod_perl = ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';
my @MODULE      = (module => 'mod_perl') x $is_mod_perl;

my %EXPECTED = (
    strings => [
        (
            map { "$_ undef ''" }
                qw(ap_auth_type args content_encoding filename hostname
                path_info status_line user)
        ),
        "content_type '' ''"
    ],
    server_strings =>
        [ map { "$_ '' ''" } qw(error_fname server_admin server_hostname) ],
    numbers => [
        map { "$_ '0' '7'" }
            qw(allowed assbackwards bytes_sent mtime no_local_copy
            used_path_info)
    ],
    languages      => [ '[]',                 '[]' ],
    counts         => [ "'0E0'", ("'0'") x 4, "'0E0'" ],
    tables         => [ 'undef',              'undef', "'x'" ],
    authentication => [ 'realm',              'Basic' ],
    lengths        => ['size of the file'],
    ports          => ["''"],
    classes        => ['Apache2::ServerRec->log'],
    user           => [ ('a number') x 2 ],
    surplus        => [
        'as_string dies',
        'as_hash dies',
        'rflush',
        map { "$_ dies" }
            qw(FILENO UNTIE main header_only is_initial_req base_server
            process)
    ],
    virtual    => ["'5'"],
    descriptor => ["'1', '1'"],
    reopened   => ["'1', '0'"],
);

# Only root can set User and Group.
delete $EXPECTED{user} if $> != 0;

my %SERVER = (
    'in httpd'    => '',
    'in a worker' => "PerlPool default\nPerlUsePool default\n",
);
for my $where (sort keys %SERVER) {
    next if $is_mod_perl && $SERVER{$where};
    subtest $where => sub {
        my $h = call_server(
            @MODULE,
            config  => $SERVER{$where},
            modules => [qw(authn_core authz_core)],
        );
        is_called($h, 'TestValues', $_, $EXPECTED{$_})
            for sort keys %EXPECTED;
        like called($h, 'TestValues', 'file'),
            qr/\Apackage TestValues.*'0'\z/s,
            'a file without a name is the one of the request';
    };
}

done_testing;
