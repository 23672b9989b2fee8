package Mehari::PSGI::App;

# Loads the application of a file. C keeps it: once in each process.

use Mehari::Perl;

use Scalar::Util qw(blessed reftype);

# The file's code is in a package of its own, and the file is in %INC like other
# loaded files, so that a pool with reload=on sees its changes.
sub load ($file) {
    my $name = $file =~ s/([^A-Za-z0-9_])/sprintf '_%02x', ord $1/ger;
    my $app  = run_file("Mehari::PSGI::App::Of::$name", $file);
    $app = $app->to_app if blessed $app && $app->can('to_app');
    die "$file returned no application (a reference to code)\n"
        if (reftype($app) // '') ne 'CODE'
        && !(blessed $app && overload::Method($app, '&{}'));
    return $app;
}

# A program of Mojolicious returns its application if PLACK_ENV is set, as
# plackup does; otherwise it looks at its command line. FindBin, once loaded,
# keeps the folder of the first program that loaded it.
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
