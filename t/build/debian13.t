# On Debian 13, with its perl, httpd, compiler and libc: the build without a
# warning, and a test of each part. packaging/on has the rest:
#   packaging/on trixie

use v5.36;
use Test::More;
use Mehari::Test;

my $root  = source_root();
my @tests = qw(t/build/module.t t/build/symbols.t t/gateway/cgi.t
    t/registry/counter.t t/response/handlers.t t/gateway/next_request.t t/explain/findings.t);

plan skip_all => 'a part of .ci/run: CI is not in the environment'
    if !$ENV{CI};
plan skip_all => 'there is no clone to be made: no .git here'
    if !-e "$root/.git";

my $steps = join ' && ',
    'packaging/install run',
    'make build MESON_OPTIONS="--werror -Dtests=false -Dbench=false"',
    "prove -Ilib -It/lib -j2 @tests";
my $said   = qx('$root/packaging/on' trixie '$steps' 2>&1 </dev/null);
my $status = $? >> 8;
plan skip_all => $said =~ /^packaging\/on: (.*)$/m ? $1 : 'no root'
    if $status == 77;
is $status, 0, 'it builds there, and passes tests of each part' or diag $said;
unlike $said, qr/^FAILED|warning:/m, 'without a warning';

done_testing;
