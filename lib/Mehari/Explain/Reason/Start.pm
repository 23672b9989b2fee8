package Mehari::Explain::Reason::Start;

# MH10xx: from the start of httpd to the first child. MH113x: what Perl code
# of ours says meanwhile.

use v5.36;

use Mehari::Explain::Reason::Entry qw(entry);

my $ENDS    = 'httpd does not start, and a configuration test fails.';
my $GOES_ON = 'httpd starts without it.';

sub reasons ($class) {
    return map { entry(@$_) } (perl(), code(), startup_files());
}

sub perl () {
    return (
        [
            'MH1001',
            'Perl did not start',
            'Perl did not start; see PerlSwitches and the lines above',
            'A switch that Perl does not know, or a module that PerlSwitches'
                . ' loads (-M) and that does not compile.',
            $ENDS,
            'Perl has said what is wrong in the lines before: on the terminal,'
                . ' or in the error log. Try the switches with perl itself.',
        ],
        [
            'MH1002',
            'no memory for Perl',
            'out of memory: cannot start Perl',
            'The system gave httpd no memory.',
            $ENDS,
            'Look at the limits of the service (LimitAS, ulimit -v) and at'
                . ' what else uses the memory of the machine.',
        ],
        [
            'MH1008',
            'workers cannot start',
            'workers cannot start',
            'A module of httpd, or a PerlPostConfigHandler, did not want to'
                . ' start in the process that the workers of a pool come'
                . ' from. It has said why in the lines before.',
            'Requests for handlers in this pool get 500 until it starts.',
            'Repair what the line before names. A module that cannot live'
                . ' there asks Apache2::MPM->query or -D MEHARI_WORKER.',
        ],
        [
            'MH1009',
            'a word that is not for people',
            '-D {name} is for the manager of a pool alone',
            'httpd was started with -D and the word with which the manager of'
                . ' a pool starts the process of its workers.',
            'httpd does not start.',
            'Leave it out.',
        ],
    );
}

sub code () {
    return (
        [
            'MH1003',
            'code does not load at start',
            '{directive} {name} ({file}:{line}): {error}',
            'A file or module that PerlRequire, PerlModule or'
                . ' PerlPostConfigRequire names was not found, does not'
                . ' compile, or died.',
            $ENDS,
            'The message of Perl says where. For "Can\'t locate", add its'
                . ' directory: PerlSwitches -I/path.',
        ],
        [
            'MH1004',
            'code does not load while the configuration is read',
            '{directive} {name}: {error}',
            'The same as MH1003, for a directive that is obeyed at once, as'
                . ' Perl already runs.',
            $ENDS,
            'See MH1003.',
        ],
        [
            'MH1005',
            'a module with directives does not load',
            'PerlLoadModule {module}: {error}',
            'The module was not found, does not compile, or described its'
                . ' directives wrongly.',
            $ENDS,
            'The message of Perl says where; how directives are described'
                . ' stands in perldoc Apache2::Module.',
        ],
        [
            'MH1006',
            'a handler that is not there',
            'handler {name} ({file}:{line}): {error}',
            'A directive such as PerlResponseHandler names a sub or module'
                . ' that does not exist or does not compile.',
            'httpd starts, and each request that gets to the handler is'
                . ' answered with 500. With a + before the name, or'
                . ' PerlOptions +Autoload, httpd does not start.',
            'Correct the name, or load its module with PerlModule.',
        ],
        [
            'MH1007',
            'a handler of the start does not want to',
            'a {directive} returned {status}: only OK lets the server start',
            'A PerlOpenLogsHandler or PerlPostConfigHandler returned something'
                . ' else than Apache2::Const::OK, or died.',
            $ENDS,
            'Return Apache2::Const::OK where all is well. If it died, the'
                . ' line before says where (MH2001).',
        ],
    );
}

sub startup_files () {
    return (
        [
            'MH2036',
            'nobody looks for shared connections',
            '{error}',
            'The module that looks at what the processes of httpd inherit'
                . ' from the start did not load.',
            'MH6001 and the like are not said.',
            'Install lib/ of mehari beside the module, whole.',
        ],
        [
            'MH1130',
            'a script to compile ahead is not there',
            'ModPerl::RegistryLoader: {uri}: there is no file {file}',
            'A start-up file asks for a script that does not exist, or gives'
                . ' a URI without a way to find its file.',
            'The script is compiled at its first request, if there is one.',
            'Give the file as second argument, or new() a sub trans.',
        ],
        [
            'MH1131',
            'a directory to compile ahead is not there',
            'ModPerl::RegistryLoader: preload_tree: {dir} is not a directory',
            'A start-up file names it.',
            'Nothing is compiled.',
            'Correct the path: it is not relative to ServerRoot.',
        ],
        [
            'MH1132',
            'a class of Registry does not load',
            'cannot load {class}: {error}',
            'new(package => ...) of ModPerl::RegistryLoader names a class'
                . ' that is not there or does not compile.',
            'The script is not compiled ahead.',
            'Correct the name; the message of Perl says where it failed.',
        ],
        [
            'MH1133',
            'a limit without a value',
            'Apache2::Resource: PERL_RLIMIT_{name} has no value, and there'
                . ' is no default for it',
            'PerlSetEnv PERL_RLIMIT_... is empty, and of this resource nobody'
                . ' can say what is usual.',
            'This limit is not set.',
            'Say SOFT or SOFT:HARD.',
        ],
        [
            'MH1134',
            'a container that is no hash',
            '${container}{{name}} is not a reference to a hash: it is ignored',
            'In a <Perl> section a variable such as %Location has a value that'
                . ' is no hash of directives.',
            $GOES_ON,
            'Write $Location{"/path"} = { SetHandler => "perl-script" };',
        ],
    );
}

1;
