# The configuration sets variables in every way that httpd has, and requests set
# variables of the same names. A script sees what it sees under mod_cgi. No
# process that compiles scripts keeps a value of a request.

use Mehari::Test;
use Mehari::Test::Gateway qw(gateway_server script wait_until);
use Mehari::Test::Memory;

local $ENV{PASSED} = 'passed';
my $h = gateway_server(
    start   => 0,
    modules => [qw(cgid env setenvif rewrite alias headers)],
    config  => <<~'CONF',
        Alias "/cgid/" "${DOCUMENT_ROOT}/"
        <Location "/cgid/">
        SetHandler cgi-script
        </Location>
        SetEnv PLAIN of-the-server
        SetEnv ADDED of-the-server
        SetEnv A_DDED of-the-server
        PerlRequire ${DOCUMENT_ROOT}/added.pm
        PerlFixupHandler My::Added
        SetEnv BOTH of-the-server
        SetEnv X_MADE of-the-server
        SetEnv TWICE of-the-server
        SetEnv LATER of-the-server
        SetEnv lower of-the-server
        SetEnv IF of-the-server
        PassEnv PASSED
        SetEnvIf Cookie "user=(\S+)" CAPTURED=$1
        SetEnvIf Cookie "user=(\S+)" BOTH=$1
        SetEnvIf Cookie "user=(\S+)" PASSED=$1
        SetEnvIf Cookie "user=(\S+)" X-MADE=$1
        SetEnvIf Cookie "user=(\S+)" LOWER=$1
        SetEnvIf Cookie "alice" FLAG=is-alice
        SetEnvIfExpr "%{HTTP_COOKIE} =~ /user=(\S+)/" EXPR=$1
        RewriteEngine On
        RewriteCond %{HTTP_COOKIE} user=(\S+)
        RewriteRule ^ - [E=REWRITTEN:%1,E=TWICE:%1]
        <If "%{HTTP_COOKIE} =~ /alice/">
        SetEnv IF for-alice
        </If>
        <Directory "${DOCUMENT_ROOT}">
        RewriteEngine On
        RewriteCond %{HTTP_COOKIE} user=(\S+)
        RewriteRule ^ - [E=LATER:%1]
        PerlSetEnv OURS of-the-directory
        </Directory>
        CONF
);
my @names
    = qw(PLAIN ADDED A_DDED BOTH PASSED X_MADE TWICE LATER lower LOWER CAPTURED FLAG
    EXPR REWRITTEN IF);

# A table can have a name twice, and so can the environment made of it.
write_file($h->document_root . '/added.pm', <<~'PERL');
    package My::Added;
    use Apache2::RequestRec ();
    use APR::Table ();
    sub handler {
        my ($r) = @_;
        my ($user) = ($r->headers_in->get('Cookie') // '') =~ /user=(\S+)/;
        $r->subprocess_env->add($_ => $user) for 'ADDED', 'A-DDED';
        return -1;
    }
    1;
    PERL

# Each variable is read while the script is compiled, by %ENV and by another
# name of it, and again when it runs.
script($h, "$_.pl", <<~"PERL") for 'all', @names;
    our (\%begin, \%alias);
    BEGIN {
        my \@names = '$_' eq 'all' ? qw(@names) : '$_';
        \$begin{\$_} = \$ENV{\$_} // 'none' for \@names;
        *other = \\\%ENV;
        \$alias{\$_} = \$main::other{\$_} // 'none' for \@names;
    }
    print "Content-Type: text/plain\\n\\n";
    print "\$_=\$begin{\$_},\$alias{\$_},", \$ENV{\$_} // 'none', "\\n"
        for sort keys \%begin;
    PERL
$h->start;

my %secret = map { $_ => "$_-${$}Qx7" } qw(alice bob);

sub said ($path, $user) {
    return get($h, $path, headers => [ Cookie => "user=$secret{$user}" ])
        ->body;
}

for my $script ('all', @names) {
    my @wrong;
    my %right = map { $_ => said("/cgid/$script.pl", $_) } keys %secret;
    for my $round (1 .. 5) {
        for my $user (sort keys %secret) {
            my $got = said("/$script.pl", $user);
            push @wrong, "$round, $user: $got" if $got ne $right{$user};
        }
    }
    is_deeply \@wrong, [], "$script: as under mod_cgid"
        or diag "there: $right{alice}";
}
like said('/all.pl', 'alice'), qr/^PLAIN=of-the-server,of-the-server/m,
    'the configuration gives one';
like said('/all.pl', 'bob'), qr/^CAPTURED=\Q$secret{bob}\E,/m,
    'the request sees its own value of a captured variable';

SKIP: {
    skip 'only root can look into such processes', 2 if $> != 0;
    my %after;
    ok wait_until(
        sub {
            %after = secrets_left($h, values %secret);
            return %after && !grep { @$_ } values %after;
        },
        20
        ),
        'no secret is left in ' . keys(%after) . ' processes'
        or diag explain \%after;
    cmp_ok scalar keys %after, '>', 10,
        'more than 10 variables were looked at';
}

done_testing;
