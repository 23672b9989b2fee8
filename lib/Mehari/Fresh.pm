package Mehari::Fresh;

use v5.36;

our $VERSION = '0.1.0';

# handler() and compile() are C (src/registry/fresh.c).

# A script that is asked for while a program runs: ModPerl::PerlRun's way, in
# the script's directory.
sub run_inside ($r) {
    require ModPerl::PerlRunPrefork;
    return ModPerl::PerlRunPrefork->handler($r);
}

1;
