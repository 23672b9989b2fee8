package Mehari::PSGI::App;

# The application that a file makes. C keeps it: once in each process.

use Mehari::Perl;

use Scalar::Util qw(blessed reftype);

# The file is no part of any package of ours, and is found in %INC like what
# else has been loaded: a pool with reload=on sees when it changes.
sub load ($file) {
    my $name = $file =~ s/([^A-Za-z0-9_])/sprintf '_%02x', ord $1/ger;
    my $app  = run_file("Mehari::PSGI::App::Of::$name", $file);
    $app = $app->to_app if blessed $app && $app->can('to_app');
    die "$file returned no application (a reference to code)\n"
        if (reftype($app) // '') ne 'CODE'
        && !(blessed $app && overload::Method($app, '&{}'));
    return $app;
}

# A program of Mojolicious returns its application where PLACK_ENV is set, and
# else looks at its command line. plackup sets it so. FindBin, when it is there,
# knows the program that loaded it first.
sub run_file ($package, $file) {
    local $0              = $file;
    local @ARGV           = ();
    local $ENV{PLACK_ENV} = $ENV{PLACK_ENV} // 'development';
    FindBin::again() if $INC{'FindBin.pm'};
    delete $INC{$file};
    my ($app, $error, $errno)
        = eval "package $package; (scalar do \$file, \$@, \$!)";
    die $error =~ s/\n?\z/\n/r if $error;
    die "$file cannot be read: $errno\n"
        if !defined $app && !exists $INC{$file};
    return $app;
}

1;
