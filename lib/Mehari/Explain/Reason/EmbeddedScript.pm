package Mehari::Explain::Reason::EmbeddedScript;

# MH20xx: scripts in httpd (Registry, PerlRun), and limits.

use v5.36;

use Mehari::Explain::Reason::Entry qw(entry);

my $FAILED = 'The request gets 500.';

sub reasons ($class) {
    return map { entry(@$_) } (refusals(), registry(), limits());
}

sub refusals () {
    return (
        [
            'MH2040',
            'a script that is not there',
            '{file} not found or unable to stat',
            'The URL leads to no file, or its directory cannot be entered.',
            'The request gets 404.',
            'Correct the link; or let httpd\'s user enter the directories.',
        ],
        [
            'MH2041',
            'a script that cannot be read',
            '{file}: file permissions deny server access',
            'The user of httpd may not read the file.',
            'The request gets 403.',
            'chmod +r, or chgrp to the group of httpd.',
        ],
        [
            'MH2042',
            'scripts are not allowed here',
            '{file}: Options ExecCGI is off in this directory',
            'Registry and its like run scripts only where ExecCGI is on.',
            'The request gets 403.',
            'Options +ExecCGI for the directory.',
        ],
    );
}

sub registry () {
    return (
        [
            'MH2043',  'a script of Registry failed',
            '{error}', 'The script does not compile or died.',
            $FAILED,   'The text is of the script, with its own lines.',
        ],
        [
            'MH2044',
            'a script cannot be read in',
            '{error}',
            'The file was there and could not be read.',
            'The request gets 403, 404 or 500.',
            'See the permissions of the file.',
        ],
        [
            'MH2045',
            'no way into a directory',
            'cannot change to directory {dir}: {error}',
            'ModPerl::RegistryPrefork and ModPerl::PerlRunPrefork go to the'
                . ' script\'s directory.',
            'The script runs where httpd is.',
            'chmod +x the directory for httpd\'s user.',
        ],
        [
            'MH2046',
            'a -T that has no effect',
            '-T switch is ignored, enable with \'PerlSwitches -T\' in'
                . ' httpd.conf',
            'Taint checks are switched on for a whole Perl, when it starts.',
            'The script runs without them.',
            'PerlSwitches -T; or let the script run as perl-cgi, where the'
                . ' switch counts.',
        ],
    );
}

sub limits () {
    return (
        [
            'MH2032',
            'a slow request',
            '{script} is slow: it runs for {seconds} s ({request};'
                . ' process {pid}, {cpu} s of CPU in all its requests); it was'
                . ' at {stack}',
            'It runs for longer than PerlSlowLog says. The lines behind it are'
                . ' its Perl stack.',
            'The request goes on.',
            'The innermost line is where the time goes: a database, a lock, a'
                . ' loop. docs/status.md says how to read it.',
        ],
        [
            'MH2037',
            'a request that was ended',
            '{script} is ended: it runs for more than {seconds} s ({request};'
                . ' process {pid}); it was at {stack}',
            'It runs for longer than PerlRequestTimeout says. The lines behind'
                . ' it are its Perl stack.',
            'Its Perl dies, as from a signal. The request gets 503, or its'
                . ' response is broken off. Under prefork the process ends.',
            'The innermost line is where the time goes. Raise the limit if it'
                . ' may take so long, or let it run in a pool.',
        ],
        [
            'MH2038',
            'a request that could not be ended',
            '{script} takes its process with it: it runs for {seconds} s'
                . ' ({request}; process {pid}); it was at {stack}',
            'It was to die for PerlRequestTimeout, and ten seconds later it'
                . ' still runs: in a library of C, or in code that catches'
                . ' all errors.',
            'The process is killed. Under a threaded MPM, other requests end'
                . ' with it.',
            'Let such code run in a pool, where it has a process of its own.',
        ],
        [
            'MH2033',
            'a client that asks too fast',
            'client {address} asks faster than {limit} allows and gets 429',
            'Its requests have used up what PerlSpeedLimit gives. Said once'
                . ' until it is calm.',
            'Its requests get 429 with Retry-After.',
            'Nothing, if it is a robot; else raise the limit or its burst=.',
        ],
        [
            'MH2034',
            'a process that has grown',
            'process {pid} is too large and makes room for another: {why}',
            'It is beyond PerlSizeLimit. What it says about scripts is by how'
                . ' much it grew while it ran them.',
            'It ends after its request, and httpd starts another.',
            'mehari memory --growth says which script grows.',
        ],
        [
            'MH2035',
            'a limit that the system refuses',
            'PerlResourceLimit: the system does not let a child have the'
                . ' limit {name}',
            'The hard limit of the service is below the one asked for.',
            'The child runs without it.',
            'Ask for less, or raise the limit of the service (LimitNOFILE...).',
        ],
        [
            'MH2049',
            'a process that has grown (Apache2::SizeLimit)',
            'Apache2::SizeLimit: process {pid} ends after {count} requests in'
                . ' {seconds} s: {why}',
            'It is beyond the limits that a start-up file gave'
                . ' Apache2::SizeLimit.',
            'It ends after its request, and httpd starts another.',
            'mehari memory --growth says which script grows.',
        ],
    );
}

1;
