# %SIG in the interpreter that a restart starts: handlers can be installed
# there, as in the first interpreter.

use Mehari::Test;

my $h = server(
    workers  => 1,
    handlers => {
        '/alarm' => sub ($r) {
            local $SIG{ALRM} = sub { die "rung\n" };
            eval { alarm 1; select undef, undef, undef, 5 };
            alarm 0;
            $r->print($@);
            return 0;
        }
    },
);

is get($h, '/alarm')->body, "rung\n", 'an alarm rings after the first start';
for my $how (qw(graceful restart)) {
    $h->$how;
    is get($h, '/alarm')->body, "rung\n", "an alarm rings after $how";
}

done_testing;
