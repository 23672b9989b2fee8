# On Debian 11, with the oldest perl and libc that mehari takes, and with libc in
# another folder than libperl, as on machines that began with an older Debian: the
# module and the program for pools are built without a warning, and a test of each
# part passes with them. They are built without optimization; .ci/run and
# t/build/debian13.t build with it. packaging/on has the rest:
#   packaging/on bullseye

use Mehari::Test;

my $top   = source_root();
my @tests = qw(t/build/module.t t/build/symbols.t t/gateway/cgi.t
    t/registry/counter.t t/response/handlers.t t/gateway/next_request.t
    t/exact/inline.t t/attack/constant.t t/pool/syscalls.t t/pool/stack.t
    t/form/body.t);

plan skip_all => 'a part of .ci/run: CI is not in the environment'
    if !$ENV{CI};
plan skip_all => 'there is no clone to be made: no .git here'
    if !-e "$top/.git";

my $steps
    = 'test ! -L /lib && packaging/install run'
    . ' && GOAL=program packaging/compile build --werror'
    . ' -Ddebug=false -Doptimization=0 -Dbench=false'
    . ' && GOAL=t/pool/stack packaging/compile build'
    . " && prove -Ilib -It/lib -j2 @tests";
my $said
    = qx('$top/packaging/on' --small bullseye sh -c '$steps' 2>&1 </dev/null);
my $status = $? >> 8;
plan skip_all => $said =~ /^packaging\/on: (.*)$/m ? $1 : 'no root'
    if $status == 77;
is $status, 0, 'what was built on Debian 11 passes a test of each part'
    or diag $said;
unlike $said, qr/warning: .*\[-W/,    'the build has no warning';
unlike $said, qr/^t\S+ \.+ skipped/m, 'no test of a part is skipped';

done_testing;
