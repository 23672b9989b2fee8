# The script does not compile, and its END looks at the request and loads a
# module.
use CGI ();
END {
    require Text::Abbrev if exists $ENV{REQUEST_METHOD};
    require POSIX;
    print "Content-Type: text/plain\n\n", join(' ', sort keys %{ {
        Text::Abbrev::abbrev('list') } }), "\n";
}
sub broken { my $x = ; }
