# PerlSwitches -T: ${^TAINT}, and mod_perl's name for it, say whether Perl
# checks where data come from.

use Mehari::Test;

for my $case ([ '', 0 ], [ 'PerlSwitches -T', 1 ]) {
    my ($directive, $taint) = @$case;
    my $h = server(config => <<"CONF");
$directive
<Location "/taint">
SetHandler modperl
PerlResponseHandler "sub { my \$r = shift; \\
    my \$kept = eval { \$Apache2::__T = 5 }; \\
    \$r->print(join ' ', \${^TAINT}, \$Apache2::__T, \$kept // 'kept'); 0 }"
</Location>
CONF
    is get($h, '/taint')->body, "$taint $taint kept",
        $directive || 'without -T';
}

done_testing;
