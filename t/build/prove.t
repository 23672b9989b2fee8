# packaging/prove: what fails beside others is run once more, and no oftener.

use v5.36;
use Test::More;

use Mehari::Test qw(source_root write_file);
use File::Temp   qw(tempdir);

my $dir = tempdir(CLEANUP => 1);

# The exit code and the output, of tests that fail so many times before they
# pass.
sub prove_of (%failures) {
    unlink glob "$dir/*";
    for my $name (keys %failures) {
        write_file("$dir/$name.t", <<~"PERL");
            use Test::More;
            open my \$log, '>>', '$dir/$name.log';
            print {\$log} "x";
            close \$log;
            ok -s '$dir/$name.log' > $failures{$name};
            done_testing;
            PERL
    }
    my $prove  = source_root() . '/packaging/prove';
    my $output = qx('$prove' 2 '$dir' 2>&1);
    return ($? >> 8, $output);
}

sub runs_of ($name) { return -s "$dir/$name.log" }

my ($code, $output) = prove_of(good => 0, fine => 0);
is $code,           0, 'all pass';
is runs_of('good'), 1, 'once each';
unlike $output, qr/Once more/, 'and that is all';

($code, $output) = prove_of(good => 0, loaded => 1);
is $code, 0, 'one passes by itself';
like $output, qr/Failed.*Once more, by itself:\n\S+loaded\.t\n/s,
    '... which is shown';
is runs_of('good'),   1, 'the other is not run again';
is runs_of('loaded'), 2, 'it is';

($code, $output) = prove_of(good => 0, bad => 9);
is $code,          1, 'one fails again';
is runs_of('bad'), 2, '... not three times';

($code, $output) = prove_of(map { $_ => 1 } 'a' .. 'f');
is $code, 1, 'six fail';
unlike $output, qr/Once more/, 'nobody says that it was the load';

done_testing;
