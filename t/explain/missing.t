# Modules that perl does not find: the message and the package for each.

use Mehari::Test;
use Mehari::Explain::Missing;
use Mehari::Explain::Site;
use Mehari::Test::Serve;
use File::Temp qw(tempdir);

sub code_of ($error) {
    my ($code) = Mehari::Explain::Missing::of_error($error, '/no/such');
    return $code // 'none';
}

my @ERRORS = (
    [ MH4320 => q{Can't locate My/Own.pm in @INC (you may need to install} ],
    [ MH4330 => q{Can't locate lib.pl in @INC (@INC contains: /etc/perl)} ],
    [
        MH4336 =>
            q{Can't locate getopts.pl in @INC (@INC contains: /etc/perl)}
    ],
    [ MH4330 => q{Can't locate my/getopts.pl in @INC (@INC contains:} ],
    [ MH4330 => q{do "lib.pl" failed, '.' is no longer in @INC; did you} ],
    [ none   => q{Can't locate ./lib.pl at /srv/x.pl line 3.} ],
    [ none   => q{Can't locate object method "new" via package "My::Own"} ],
    [ none   => q{Can't locate auto/My/own.al in @INC (@INC contains:} ],
    [ none   => q{my/own.pm line 3: no camel} ],
);
is code_of($_->[1]), $_->[0], "$_->[0]: $_->[1]" for @ERRORS;

sub says ($folder) {
    my ($code, $values)
        = Mehari::Explain::Missing::of_error(
        q{Can't locate missing.pl in @INC (@INC contains:}, $folder);
    return $values->{remedy};
}
my $folder = tempdir(CLEANUP => 1);
like says($folder), qr/neither in \@INC nor in the script/,
    'a required file that is nowhere';
Mehari::Test::Serve::write_file("$folder/missing.pl", "1;\n");
like says($folder), qr{write "\./"}, '... and one beside the script';

ok Mehari::Explain::Site::is_library("$folder/missing.pl"),
    'a file that nothing can start and that ends with 1 is a library';
for my $text ("#!/usr/bin/perl\n1;\n", "print 1\n", "print 11;\n") {
    Mehari::Test::Serve::write_file("$folder/script.pl", $text);
    ok !Mehari::Explain::Site::is_library("$folder/script.pl"),
        '... ' . ($text =~ s/\n/ /gr) . 'is none';
}

is_deeply [ Mehari::Explain::Missing::names_of('My_Own::Thing') ],
    [ 'libmy-own-thing-perl', 'libmy-own-perl' ],
    'the names of packages follow from those of modules';

# The manager names the same packages in the log, by the same table.
my $source = read_file(source_root() . '/src/pool/manager/scripts/broken.c');
my %logged = $source =~ /\{ "([\w:]+)", "([\w-]+)" \}/g;
my %known  = %Mehari::Explain::Missing::PACKAGE;
is_deeply \%logged, \%known, 'the log names the same packages';

done_testing;
