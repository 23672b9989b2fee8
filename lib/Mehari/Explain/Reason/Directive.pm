package Mehari::Explain::Reason::Directive;

# MH11xx: directives about Perl in httpd. MH13xx: those about limits. MH14xx:
# those about profiles and times.

use v5.36;

use Mehari::Explain::Reason::Entry qw(entry);

my $ENDS     = 'httpd does not start, and a configuration test fails.';
my $HTACCESS = 'Requests for this directory get 500.';

sub reasons ($class) {
    return map { entry(@$_) } (
        values_of(), places(), sections(), modules(),
        providers(), limits(), profiles()
    );
}

sub values_of () {
    return (
        [
            'MH1101',
            'too late for a switch',
            'Perl is already running, too late for PerlSwitches {word}; put it'
                . ' before the directive that starts Perl',
            'A <Perl> section, PerlLoadModule or PerlConfigRequire above has'
                . ' started Perl, which takes its switches then.',
            $ENDS,
            'Move PerlSwitches up, before all other directives of Perl.',
        ],
        [
            'MH1103',
            'a switched-off phase',
            '{directive} is disabled for server {host} by PerlOptions',
            'PerlOptions -Name (or None) of this virtual host forbids handlers'
                . ' of this phase.',
            $ENDS,
            'Take out the handler, or say PerlOptions +Name.',
        ],
        [
            'MH1107',
            'a number is needed',
            '{directive} takes a number, not {word}',
            'The directives of mod_perl\'s pool of interpreters take whole'
                . ' numbers. They have no effect here: a process has one'
                . ' interpreter.',
            $ENDS,
            'Write a number, or leave the directive out.',
        ],
        [
            'MH1110',
            'an unknown option',
            'PerlOptions: there is no option {name}; use one of: {names}',
            'A misspelled name, or an option of whole servers in a container.',
            $ENDS,
            'Take one of those that the message lists.',
        ],
        [
            'MH1116',
            'a time is needed',
            'PerlInterpWait takes a time of a second or more, such as 30s, not'
                . ' {word}',
            'It says how long a request waits for the Perl of its process'
                . ' under a threaded MPM.',
            $ENDS,
            'Write a time: 30s, 500ms is too short, 2min.',
        ],
        [
            'MH1117',
            'no names of filters',
            '{directive} takes the names of filters, separated by ;',
            'The directive has an empty name in its list, or none.',
            $ENDS,
            'PerlSetOutputFilter INCLUDES;DEFLATE, for example.',
        ],
        [
            'MH1120',
            'a word that PerlPsgiApp does not know',
            '{directive}: {word} is not the word unmapped',
            'Behind the file of an application only unmapped may stand.',
            $ENDS,
            'Leave it out, or write unmapped.',
        ],
        [
            'MH1118',
            'no modules to load',
            'PerlLoadModule takes the names of Perl modules',
            'The directive stands alone.',
            $ENDS,
            'PerlLoadModule My::Directives',
        ],
    );
}

sub places () {
    return (
        [
            'MH1102',
            'an option of servers in a container',
            'PerlOptions {name} is for a whole server: put it outside'
                . ' containers',
            'The option says what phases a server has, or how its Perl'
                . ' starts.',
            $ENDS,
            'Move it out of <Directory>, <Location> or <Files>.',
        ],
        [
            'MH1104',
            'source code in .htaccess',
            '{directive}: Perl source is not allowed in .htaccess; name a'
                . ' handler instead',
            'A handler was given as sub { ... }. Who may write .htaccess need'
                . ' not be who may run code in the server.',
            $HTACCESS,
            'Put the sub into a module of the server, and name it.',
        ],
        [
            'MH1105',
            'a directive that is not for .htaccess',
            '{directive} is not allowed in .htaccess: it is for the server\'s'
                . ' configuration',
            'The directive loads code, or says what others may do. Who writes'
                . ' a .htaccess file need not be who may run code in httpd.',
            $HTACCESS,
            'Put it into the server configuration, in <Location> or'
                . ' <Directory>.',
        ],
        [
            'MH1127',
            'a directive that PerlHtaccess must allow',
            '{directive} is not allowed in .htaccess here: the server\'s'
                . ' configuration must say PerlHtaccess {words}',
            'Handlers in .htaccess are obeyed only where PerlHtaccess names'
                . ' them; values (PerlSetVar and its like) also where'
                . ' AllowOverride lets the folder switch ExecCGI on.',
            $HTACCESS,
            'Write the line of the message into the server configuration, if'
                . ' the folder may have it; else take the directive out.',
        ],
        [
            'MH1128',
            'a directive that PerlHtaccess cannot allow',
            'PerlHtaccess: {directive} is never allowed in .htaccess: it loads'
                . ' code, or is for the server',
            'PerlHtaccess names a directive that cannot be harmless in a'
                . ' .htaccess file.',
            $ENDS,
            'Write that directive into the server configuration, in'
                . ' <Directory>.',
        ],
        [
            'MH1129',
            'PerlHtaccess without names',
            'PerlHtaccess: name what {directive} may be used with: PerlHtaccess'
                . ' {directive} NAME ...',
            'What is allowed is allowed by name: handlers, variables, options,'
                . ' filters.',
            $ENDS,
            'PerlHtaccess PerlSetVar Title, for example.',
        ],
        [
            'MH1106',
            'the file of an application cannot be read',
            '{directive}: {file} cannot be read: {error}',
            'The file of PerlPsgiApp is not there, or httpd may not read it.'
                . ' A relative name is relative to ServerRoot.',
            $ENDS,
            'Correct the path or its permissions.',
        ],
        [
            'MH1108',
            'code in .htaccess',
            '{directive} is not allowed in .htaccess: it would let the owner'
                . ' of a folder run code in the server; put it into the server'
                . ' configuration',
            'The directive loads or runs Perl code in httpd.',
            $HTACCESS,
            'Put it into the server configuration.',
        ],
        [
            'MH1109',
            'code in a container',
            '{directive} is not allowed in a container: put it outside, for'
                . ' Perl code is loaded for the whole server',
            'The directive stands in <Directory>, <Location> or <Files>.',
            $ENDS,
            'Move it out of the container; a handler in the container finds'
                . ' the code all the same.',
        ],
    );
}

sub sections () {
    return (
        [
            'MH1111',
            'a section without its bracket',
            q(<Perl> needs a closing '>' at the end of its line),
            'The line has something behind the bracket, or none.',
            $ENDS,
            'Begin the code on the next line.',
        ],
        [
            'MH1112',
            'a word that is no argument',
            '<Perl> takes name=value pairs separated by commas, not {word}',
            '<Perl handler=Class, package=Name> are its arguments.',
            $ENDS,
            'Write NAME=VALUE.',
        ],
        [
            'MH1113',
            'a section without an end',
            '<Perl> is not closed: there is no line </Perl> after it',
            'The file ends inside of the section. </Perl> counts only when'
                . ' it stands alone on its line.',
            $ENDS,
            'Write </Perl> on a line of its own.',
        ],
        [
            'MH1114',
            '=cut without =pod',
            '=cut without =pod',
            'Documentation in a configuration file begins with =pod.',
            $ENDS,
            'Write =pod before it, or take =cut out.',
        ],
        [
            'MH1115',
            'no name of a package',
            '<Perl package={name}>: this is no name of a package',
            'The name has a character that no package can have.',
            $ENDS,
            'Letters, digits, _ and :: make a name.',
        ],
        [
            'MH1119',
            'a section failed',
            '{error}',
            'The code of a <Perl> section does not compile or died, a'
                . ' directive that it made is wrong, or its handler did not'
                . ' return OK. The line numbers are those of the'
                . ' configuration file.',
            $ENDS,
            'See the message; print STDERR and'
                . ' Apache2::PerlSections->dump help to look at what the'
                . ' section made.',
        ],
    );
}

sub modules () {
    return (
        [
            'MH1121',
            'a directive of a Perl module without Perl',
            'Perl does not run',
            'A directive that a Perl module has defined is read when its'
                . ' Perl has ended.',
            'The line is not obeyed.',
            'Look above for why Perl did not start (MH1001).',
        ],
        [
            'MH1122',
            'a directive of a Perl module failed',
            '{error}',
            'The sub that a Perl module has for its directive died, or is'
                . ' not there.',
            'httpd does not start; in .htaccess, requests get 500.',
            'The text is the module\'s own: correct the directive, or the'
                . ' module.',
        ],
    );
}

sub providers () {
    return (
        [
            'MH1123',
            'an authorization without a name',
            'httpd does not say which Perl provider is meant',
            'A Perl provider stands where httpd does not tell modules its'
                . ' name, as in some aliases.',
            $ENDS,
            'Name the provider itself: Require NAME words.',
        ],
        [
            'MH1124',
            'a provider in Perl without Perl',
            'Perl does not run',
            'A Require line asks a provider of Perl when its Perl has ended.',
            'The line is refused.',
            'Look above for why Perl did not start (MH1001).',
        ],
        [
            'MH1125',
            'a provider could not read its line',
            '{error}',
            'The sub that reads the words of a Require line died.',
            'httpd does not start; in .htaccess, requests get 500.',
            'The text is the provider\'s own: correct the line, or the sub.',
        ],
        [
            'MH1126',
            'a provider refuses its line',
            '{text}',
            'The sub that reads the words of a Require line returned a text'
                . ' that says what is wrong with them.',
            'httpd does not start; in .htaccess, requests get 500.',
            'Correct the line.',
        ],
    );
}

sub limits () {
    return (
        [
            'MH1301',
            'a wrong size',
            'PerlSizeLimit takes max-size=SIZE, max-unshared=SIZE,'
                . ' min-shared=SIZE and check-every=REQUESTS, not {word}',
            'An unknown key, or no size: 200M, 1G, 400000K.',
            $ENDS,
            'See PerlSizeLimit in docs/directives.md.',
        ],
        [
            'MH1302',
            'a wrong limit',
            'PerlResourceLimit {word}: {error}',
            'An unknown resource, or no number.',
            $ENDS,
            'RESOURCE=SOFT[:HARD], such as CPU=60:90 or NOFILE=4096.',
        ],
        [
            'MH1303',
            'a wrong speed',
            'PerlSpeedLimit takes Off, or REQUESTS/SECONDS and perhaps'
                . ' burst=REQUESTS, such as: 20/60 burst=40',
            'The words cannot be read so.',
            $ENDS,
            'See PerlSpeedLimit in docs/directives.md.',
        ],
        [
            'MH1304',
            'a wrong count of clients',
            'PerlSpeedLimitClients takes a whole number, such as 65536',
            'It says how many clients are remembered at a time.',
            $ENDS,
            'Write a whole number.',
        ],
        [
            'MH1305',
            'no random number',
            'PerlSpeedLimit: the system gives no random number',
            'getrandom failed. The table of clients needs a secret, so that'
                . ' nobody can fill one place of it on purpose.',
            $ENDS,
            'A sandbox that forbids getrandom has to allow it.',
        ],
        [
            'MH1306',
            'no memory for the clients',
            'PerlSpeedLimit: no memory for {count} clients',
            'The system gave no shared memory of that size.',
            $ENDS,
            'Lower PerlSpeedLimitClients, or raise the limits of the service.',
        ],
        [
            'MH1307',
            'no locks for the clients',
            'PerlSpeedLimit: the system gives no locks',
            'Locks that processes share could not be made.',
            $ENDS,
            'This is a system without process-shared mutexes: leave'
                . ' PerlSpeedLimit out.',
        ],
        [
            'MH1308',
            'a wrong threshold',
            'PerlSlowLog takes seconds from 0.001 to {most}, or 0 for none,'
                . ' not {word}',
            'It is a plain number of seconds, without a unit.',
            $ENDS,
            'PerlSlowLog 2, for example.',
        ],
        [
            'MH1310',
            'a wrong limit of time',
            'PerlRequestTimeout takes seconds from 0.1 to {most}, or 0 for'
                . ' none, not {word}',
            'It is a plain number of seconds, without a unit.',
            $ENDS,
            'PerlRequestTimeout 60, for example.',
        ],
        [
            'MH1309',
            'a limit that cannot be kept',
            'PerlSizeLimit is of no use under a threaded MPM, as a process has'
                . ' other requests in it: use MaxConnectionsPerChild, or a pool'
                . ' with max-size= and the like (PerlPool)',
            'A process that is too large cannot end after one request while'
                . ' others are in its threads.',
            'httpd runs without this limit.',
            'MaxConnectionsPerChild; or PerlUsePool, whose workers have one'
                . ' request each and limits of their own.',
        ],
    );
}

sub profiles () {
    my $folder = 'PerlProfileDir profiles files=100 size=1G, for example.';
    return (
        [
            'MH1401',
            'no folder for profiles',
            'PerlProfileDir {dir}: {error}',
            'The folder could not be made or opened.',
            $ENDS,
            'See its path and the permissions above it.',
        ],
        [
            'MH1402',
            'a folder that others write to',
            'PerlProfileDir {dir}: others may write there; take a folder that'
                . ' only the server\'s owner can write to',
            'Who can write there could put something else in its place.',
            $ENDS,
            'chmod go-w, or another folder.',
        ],
        [
            'MH1403',
            'a folder of somebody else',
            'PerlProfileDir: {dir} cannot be had for user {user}: {error};'
                . ' remove it, or take another folder',
            'The folder below belongs to neither the server nor that user.',
            $ENDS,
            'Remove it; it is made anew.',
        ],
        [
            'MH1404',
            'no profiler',
            'PerlProfile needs Devel::NYTProf (Debian: libdevel-nytprof-perl):'
                . ' {error}',
            'The module is not installed, or does not load.',
            $ENDS,
            'Install it, or take PerlProfile out.',
        ],
        [
            'MH1405',
            'no key for profiles',
            'PerlProfile Key {file}: {error}',
            'The file is not there, others can read it, or its first line is'
                . ' no key.',
            $ENDS,
            'A file of mode 600 with 16 or more characters in its first line.',
        ],
        [
            'MH1406',
            'a wrong word of PerlProfile',
            'PerlProfile takes On, Off, or Key and the file of a key',
            'The words cannot be read so.',
            $ENDS,
            'See PerlProfile in docs/directives.md.',
        ],
        [
            'MH1407',
            'a folder for profiles inside of something',
            'PerlProfileDir is for the whole server and takes a folder, and'
                . ' perhaps files=N and size=BYTES',
            'It stands in a virtual host or container, or alone.',
            $ENDS,
            $folder,
        ],
        [
            'MH1408',
            'no path for profiles',
            'PerlProfileDir: {dir} is no path',
            'The value cannot be the path of a folder.',
            $ENDS,
            $folder,
        ],
        [
            'MH1409',
            'a wrong limit of profiles',
            'PerlProfileDir: {word} is neither files=N nor size=BYTES',
            'The word cannot be read so.',
            $ENDS,
            $folder,
        ],
        [
            'MH1410',
            'a wrong word for times',
            'PerlTiming takes On, Log or Off',
            'The value is another word.',
            $ENDS,
            'Correct it. docs/timing.md says what each does.',
        ],
    );
}

1;
