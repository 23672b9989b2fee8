# Apache2::Const, APR::Const and ModPerl::Const: every name of every group has
# a value, in the package that it belongs to, and no name is invented.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering('TestConst');

sub constants ($sub) {
    my (%groups, %values);
    for my $line (split /\n/, called($h, 'TestConst', $sub)) {
        my ($group, $name, $value) = split / /, $line, 3;
        push @{ $groups{$group} }, $name;
        $values{$name} = $value;
    }
    my @missing = grep { $values{$_} eq 'missing' } sort keys %values;
    is_deeply \@missing, [], "$sub: all names have a value";
    return \%groups, \%values;
}

sub values_are ($values, %expected) {
    my %got = map { $_ => $values->{$_} } keys %expected;
    return is_deeply \%got, \%expected, 'values';
}

subtest 'Apache2::Const' => sub {
    my ($groups, $values) = constants('apache');
    is keys %$groups,        21,  'Apache2::Const has 21 groups';
    is keys %$values,        231, 'Apache2::Const has 231 names';
    is @{ $groups->{http} }, 56,  'the group :http has 56 statuses';
    values_are(
        $values,
        OK                     => 0,
        DECLINED               => -1,
        DONE                   => -2,
        NOT_FOUND              => 404,
        FORBIDDEN              => 403,
        AUTH_REQUIRED          => 401,
        SERVER_ERROR           => 500,
        REDIRECT               => 302,
        HTTP_OK                => 200,
        HTTP_LOOP_DETECTED     => 508,
        M_GET                  => 0,
        M_POST                 => 2,
        OPT_EXECCGI            => 8,
        LOG_ERR                => 3,
        LOG_TRACE8             => 15,
        CRLF                   => '\x0d\x0a',
        CR                     => 13,
        LF                     => 10,
        DIR_MAGIC_TYPE         => 'httpd/unix-directory',
        AUTHN_PROVIDER_GROUP   => 'authn',
        AUTHZ_PROVIDER_VERSION => '0',
        DECLINE_CMD            => '\x07\x08',
    );
    ok $values->{LOG_MODULE_INDEX} > 0, 'the index of the module is known';
};

subtest 'APR::Const' => sub {
    my ($groups, $values) = constants('apr');
    is keys %$groups, 18,  'APR::Const has 18 groups';
    is keys %$values, 214, 'APR::Const has 214 names';
    values_are(
        $values,
        SUCCESS                => 0,
        ENOENT                 => 2,
        EOF                    => 70014,
        TIMEUP                 => 70007,
        FILETYPE_DIR           => 2,
        FILETYPE_LNK           => 6,
        FINFO_NORM             => 7582064,
        HOOK_REALLY_FIRST      => -10,
        OVERLAP_TABLES_MERGE   => 1,
        URI_HTTPS_DEFAULT_PORT => 443,
        END                    => 'none',
    );
};

answers('modperl',       120000,         0);
answers('compile_only',  'not exported', 410);
answers('exported',      70007,          1);
answers('default_group', 1,              1, 0);
answers('inlined',       'inlined');
answers('twice',         0);

subtest 'mistakes' => sub {
    my %wrong = (
        unknown_name  => 'Apache2::Const has no constant called HTTP_TEAPOT',
        unknown_group =>
            'APR::Const has no group of constants called :camels',
        other_module => 'APR::Const has no constant called OK',
        no_module    => 'TestConst is no module of constants',
    );
    for my $sub (sort keys %wrong) {
        is_called($h, 'TestConst', $sub,
            qr/^died: .*\Q$wrong{$sub}\E at \S+TestConst\.pm line \d+/);
    }
};

done_testing;
