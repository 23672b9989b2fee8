package Mehari::Explain::Reason::Gateway;

# MH300x to MH304x: httpd's side of the pools.

use v5.36;

use Mehari::Explain::Reason::Entry qw(entry);

my $FAILED = 'The request gets 500.';

sub reasons ($class) {
    return map { entry(@$_) } (
        asking(),   refusals(), checks(), owners(),
        includes(), managers(), answers()
    );
}

sub asking () {
    return (
        [
            'MH3001',
            'a pool does not take a script',
            'pool {pool} cannot be asked to run {file}',
            'Its manager does not answer, or has more waiting than it can'
                . ' take.',
            'The request gets 503 or 500.',
            'Look for MH3040 above; if the pool is full, raise concurrency= or'
                . ' find what is slow on the status page.',
        ],
        [
            'MH3003',
            'a body that nobody reads to its end',
            'Error writing request body to script {file}',
            'The script ended, or closed its standard input, before it had'
                . ' read all that the client sent.',
            'The response of the script is sent all the same.',
            'Nothing, if the script means to; or let it read its input.',
        ],
        [
            'MH3004',
            'a manager has ended',
            'the manager of pool {pool} ended while it ran {file}',
            'It crashed or was killed.',
            "$FAILED httpd starts a new manager.",
            'Look for MH3040 and what it says of the signal.',
        ],
        [
            'MH3005',
            'a worker has ended',
            'a worker of pool {pool} ended in the middle of {uri}',
            'The process crashed, was killed, or left with POSIX::_exit.',
            'The request gets 500, or its response is broken off.',
            'MH3064 says which signal it was.',
        ],
        [
            'MH3007',
            'a script that is silent',
            'Timeout waiting for output from CGI script {file}',
            'It has printed nothing for the time of CGIScriptTimeout (or'
                . ' Timeout).',
            'It is ended; the request gets 504, or its response is broken'
                . ' off.',
            'Print earlier, or raise CGIScriptTimeout.',
        ],
        [
            'MH3008',
            'a full queue',
            'pool {pool}: its queue is full: {uri}',
            'All workers are busy, and as many requests wait as may.',
            'The request gets 503 with Retry-After.',
            'See on the status page what the workers do; raise workers= and'
                . ' queue=, or mehari tune.',
        ],
        [
            'MH3009',
            'a pool does not take a request',
            'pool {pool} cannot be asked to serve {uri}',
            'Its manager does not answer.',
            'The request gets 503 or 500.',
            'Look for MH3040 above.',
        ],
        [
            'MH3021',
            'a body that did not arrive',
            'Error reading request entity data',
            'The client left, was too slow, or sent what is no body.',
            'The script is ended; the request gets 400 or the like.',
            'Nothing on this side; mod_reqtimeout sets how slow is too slow.',
        ],
        [
            'MH3029',
            'no place for a request',
            '{uri}: no memory file for it: {error}',
            'The system gave no memory for the fields of a request.',
            'The request gets 503 with Retry-After.',
            'Look at the memory and the open files of the service.',
        ],
        [
            'MH3030',
            'code that cannot travel',
            '{uri}: a handler was pushed as code, which cannot go to a worker:'
                . ' push its name',
            'A handler in httpd pushed a sub { ... } for a phase that a worker'
                . ' runs.',
            $FAILED,
            'push_handlers(PerlResponseHandler => "My::Module::name").',
        ],
        [
            'MH3032',
            'nobody to run a script as',
            '{file}: suexec is on and names user {user} and group {group} for'
                . ' it, and no pool runs as them: define one (PerlPool {user}'
                . ' user={user}), choose another (PerlUsePool), or turn suexec'
                . ' off (Suexec Off)',
            'mod_userdir or another module wants scripts of this place run'
                . ' as that user.',
            $FAILED,
            'Define a pool of that user, choose another by PerlUsePool, or'
                . ' say Suexec Off.',
        ],
        [
            'MH3033',
            'a pool that was not started',
            '{file}: its pool could not be started; see the start of this log',
            'There is MH1218 at the start of the log.',
            $FAILED,
            'See there.',
        ],
    );
}

sub refusals () {
    return (
        [
            'MH3010',
            'the pool is full',
            'pool {pool}: {file}: its queue is full',
            'concurrency= requests run and queue= wait; or it has waited'
                . ' for longer than request-timeout=.',
            'The request gets 503 with Retry-After.',
            'See on the status page what is slow; raise concurrency= and'
                . ' queue=, or mehari tune.',
        ],
        [
            'MH3011',
            'no process for a request',
            'pool {pool}: {file}: the system has no more processes or memory',
            'fork failed, or there was no memory.',
            'The request gets 503 with Retry-After.',
            'Look at TasksMax, rlimit=NPROC and the memory of the machine.',
        ],
        [
            'MH3012',
            'a script takes long to compile',
            'pool {pool}: {file}: the script took too long to start',
            'Its compilation took longer than start-timeout=.',
            'The request gets 504.',
            'MH3061 names the script; raise start-timeout=, or preload its'
                . ' modules.',
        ],
        [
            'MH3013',
            'a script takes long',
            'pool {pool}: {file}: the script took too long',
            'It ran for longer than request-timeout=.',
            'It is ended; the request gets 504, or its response is broken'
                . ' off.',
            'MH3063 has its Perl stack at that moment.',
        ],
        [
            'MH3014',
            'a request that cannot be run',
            'pool {pool}: {file}: the request made no sense to it',
            'The manager could not read the request, or its workers do not'
                . ' start; the text says which.',
            $FAILED,
            'For workers, see the lines before. Otherwise module and'
                . ' mehari-pool are of different versions: install both.',
        ],
        [
            'MH3015',
            'a pool that ends',
            'pool {pool}: {file}: it ends',
            'httpd stops or restarts, and this request came too late.',
            'The request gets 503.',
            'Nothing.',
        ],
    );
}

sub checks () {
    return (
        [
            'MH3024',
            'scripts are not allowed here',
            '{file}: Options ExecCGI is off here',
            'As with mod_cgi, scripts run only where ExecCGI is on.',
            'The request gets 403.',
            'Options +ExecCGI for the directory, or ScriptAlias.',
        ],
        [
            'MH3025',
            'a script that cannot be included',
            '{file}: an nph- script cannot be included',
            'A page of SSI includes a script that writes its own status line.',
            'The request gets 403.',
            'Include one without nph-.',
        ],
        [
            'MH3026',
            'a script that is not there',
            '{file}: there is no such script',
            'The URL leads to no file.',
            'The request gets 404.',
            'Correct the link, or the path of ScriptAlias.',
        ],
        [
            'MH3027',
            'a directory in place of a script',
            '{file}: a directory cannot be run as a script',
            'The URL leads to a directory under SetHandler perl-cgi.',
            'The request gets 403.',
            'Name a script, or use AddHandler perl-cgi .pl and DirectoryIndex.',
        ],
        [
            'MH3028',
            'more path than the script may have',
            '{file}: AcceptPathInfo is off, but the URL goes on',
            'There is something behind the script\'s name in the URL.',
            'The request gets 404.',
            'AcceptPathInfo On, if the script looks at PATH_INFO.',
        ],
    );
}

sub owners () {
    my $refused = 'The request gets 403.';
    my $checked = 'check-owner= of the pool lets nothing else run.';
    return (
        [
            'MH3034',
            'no plain file',
            '{file}: it is no plain file (check-owner)',
            "A link or a device; $checked",
            $refused,
            'Put the script itself there.',
        ],
        [
            'MH3035',
            'a script with a user of its own',
            '{file}: it is setuid or setgid (check-owner)',
            "It has one of these bits; $checked",
            $refused,
            'chmod ug-s',
        ],
        [
            'MH3036',
            'a directory that cannot be looked at',
            '{file}: its directory cannot be looked at (check-owner)',
            'httpd\'s user may not.',
            $refused,
            'chmod +x the directories above it.',
        ],
        [
            'MH3037',
            'a script of somebody else',
            '{file}: it belongs to user {user} and group {group}, not to those'
                . ' of pool {pool} (check-owner)',
            "The script or its directory has another owner; $checked",
            $refused,
            'chown, or use another pool.',
        ],
        [
            'MH3038',
            'a script that others can change',
            '{file}: it can be written by others than its owner (check-owner);'
                . ' use chmod go-w',
            "The script or its directory is writable; $checked",
            $refused,
            'chmod go-w',
        ],
    );
}

sub includes () {
    my $error = 'The page has the message of SSIErrorMsg in this place.';
    return (
        [
            'MH3016',
            'nothing to include',
            'exec cgi in {page}: {uri} is no script that can be run',
            'There is no such script, or it may not be run.',
            $error,
            'Correct the name; see whether ExecCGI is on for it.',
        ],
        [
            'MH3017',
            'a command that failed',
            'exec cmd in {page}: {error}',
            'The command could not be started in the pool, was silent for too'
                . ' long, or was ended.',
            $error,
            'Try it in a shell as the user of the pool.',
        ],
        [
            'MH3018',
            'an unknown argument of exec',
            'exec in {page}: it knows cgi and cmd, not {name}',
            'A misspelled argument.',
            $error,
            '<!--#exec cmd="..." --> or cgi="...".',
        ],
        [
            'MH3019',
            'exec is forbidden',
            'exec in {page}: Options IncludesNoExec forbids it',
            'The directory has IncludesNoExec.',
            $error,
            'Options +Includes, if its pages may start programs.',
        ],
        [
            'MH3020',
            'exec without an argument',
            'exec in {page}: it says neither cgi nor cmd',
            'The tag is empty.',
            $error,
            '<!--#exec cmd="..." --> or cgi="...".',
        ],
    );
}

sub managers () {
    return (
        [
            'MH3040',
            'a manager has died',
            'the manager of pool {pool} {how}; its requests fail, a new one'
                . ' starts {when}',
            'It crashed, was killed, or did not start. With signal 9:'
                . ' somebody or the kernel killed it, or it did not come round'
                . ' for six seconds (it was stopped, or hung), for which it'
                . ' ends itself.',
            'What ran in the pool has ended with it. The pauses before another'
                . ' start grow as long as each dies soon.',
            'For a signal look at the kernel\'s log (memory); else at the line'
                . ' before, which has its number (MH1220).',
        ],
        [
            'MH3041',
            'a manager that cannot come back',
            'the manager of pool {pool} cannot be started again: its requests'
                . ' fail until httpd is restarted',
            'The system gave no process.',
            'Requests for this pool get 500 or 503.',
            'Make room (TasksMax, memory), then restart httpd.',
        ],
    );
}

sub answers () {
    return (
        [
            'MH3069',
            'an answer that is refused',
            'the answer of a worker of pool {pool} to {uri} is refused: its'
                . ' {field} is not what may be',
            'The handler has set more than a worker may, or another value:'
                . ' another handler, a header with a line break, a status of'
                . ' 1xx.',
            $FAILED,
            'The table in docs/security.md says what a worker\'s answer may'
                . ' set; what needs more runs inside httpd (PerlUsePool none).',
        ],
        [
            'MH3070',
            'a body that is too long',
            'the response to {uri} is longer than its Content-Length: the rest'
                . ' is not sent',
            'The handler has set a Content-Length, and printed more: often'
                . ' characters were counted, not bytes.',
            'The client has the promised part; the connection is closed.',
            'Leave the header to httpd, or count the bytes.',
        ],
        [
            'MH3071',
            'a body that is too short',
            'the response to {uri} is shorter than its Content-Length: the'
                . ' connection is closed',
            'The handler has set a Content-Length, and printed less.',
            'The response is broken off, as the client would wait for the'
                . ' rest.',
            'Leave the header to httpd, or count the bytes.',
        ],
        [
            'MH3072',
            'a script that is not sent as a file',
            'a handler of pool {pool} declined {file}, which is a script: it is'
                . ' not sent as a file',
            'It returned DECLINED where a ScriptAlias, an execute bit under'
                . ' Options ExecCGI or the type makes the file a script.',
            'The request gets 404.',
            'Return another status, or take the execute bit from what is no'
                . ' script.',
        ],
        [
            'MH3073',
            'no room for a body',
            'no room in {folder} for the body of {uri}, {number} bytes so far',
            'What a client sends is kept in a file until all of it is there,'
                . ' and that file cannot be made or grow. The system\'s word is'
                . ' in front of the code.',
            'The request gets 503 with Retry-After; nothing of it is left.',
            'Make room there, name another folder by TMPDIR in httpd\'s'
                . ' environment, or lower LimitRequestBody.',
        ],
    );
}

1;
