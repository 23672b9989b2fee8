package Mehari::Explain::Reason::Manager;

# MH305x and MH306x: what the manager of a pool says of its processes.

use v5.36;

use Mehari::Explain::Reason::Entry qw(entry);

my $TRIED = 'It is tried again after a while; requests meanwhile are'
    . ' executed one by one, or get 503.';

sub reasons ($class) {
    return
        map { entry(@$_) }
        (workers(), bases(), scripts(), pages(), watched());
}

sub workers () {
    return (
        [
            'MH3050',
            'workers take long to start',
            'pool {pool}: workers did not start within {seconds} seconds',
            'The start-up files that workers load took longer than'
                . ' start-timeout=.',
            'They are ended, and tried again. Requests get 503.',
            'Raise start-timeout=, or see what the start-up files wait for.',
        ],
        [
            'MH3051',
            'a line from the start of workers',
            'pool {pool}: {text}',
            'The process that workers come from wrote it before there was a'
                . ' request: httpd about its configuration, or code that it'
                . ' loads.',
            'None by itself.',
            'Read the text; a number in it is the one that counts.',
        ],
        [
            'MH3052',
            'no process for workers',
            'pool {pool}: no process for workers: {error}',
            'The system gave no process or memory.',
            'It is tried again. Requests get 503.',
            'Look at TasksMax, rlimit=NPROC and the memory.',
        ],
        [
            'MH3053',
            'the source of workers has ended',
            'pool {pool}: the process that workers come from ended: {how}',
            'A start-up file died or called exit, or the process crashed.',
            'It is started again. Workers that run go on.',
            'The lines before say why; try httpd -t with the same files.',
        ],
    );
}

sub bases () {
    return (
        [
            'MH3054',
            'perl takes long to start',
            'pool {pool}: perl did not start within {seconds} seconds',
            'What preload= names took longer to load than start-timeout=.',
            $TRIED,
            'Raise start-timeout=, or preload less.',
        ],
        [
            'MH3055',
            'no process to compile a script in',
            'pool {pool}: no process for a script: {error}',
            'The system gave no process or memory.',
            $TRIED,
            'Look at TasksMax, rlimit=NPROC and the memory.',
        ],
        [
            'MH3056',
            'a module that cannot be loaded ahead',
            'pool {pool}: cannot be loaded ahead: {error}',
            'A module or file of preload= was not found, does not compile or'
                . ' died.',
            'Scripts that use it load it themselves.',
            'Correct preload=; add its directory with'
                . ' env=PERL5LIB=/folder.',
        ],
        [
            'MH3057',
            'perl does not start',
            'pool {pool}: perl does not start ({program} {switches}): {error}',
            'The first line of a script has a switch that perl does not know,'
                . ' or -M of a module that is not there.',
            'Each such script is executed, and perl tells each request.',
            'Correct the script\'s first line.',
        ],
        [
            'MH3058',
            'no process for perl',
            'pool {pool}: no process for perl: {error}',
            'The system gave no process.',
            $TRIED,
            'Look at TasksMax, rlimit=NPROC and the memory.',
        ],
        [
            'MH3059',
            'a perl has ended',
            'pool {pool}: a perl that scripts are forked from ended: {how}',
            'It crashed, was killed for memory, or a preloaded module called'
                . ' exit.',
            'Another is started; scripts are compiled again.',
            'For a signal look at the kernel\'s log; else at preload=.',
        ],
    );
}

sub scripts () {
    return (
        [
            'MH3060',
            'a script that kills its compilation',
            'pool {pool}: {file} is executed for the next {seconds} s: the'
                . ' process that was to compile it has died',
            'Its BEGIN blocks or modules crash, or end the process.',
            'It runs as under mod_cgi meanwhile: right, and slower.',
            'See the module that crashes; mehari explain SCRIPT.',
        ],
        [
            'MH3061',
            'a script that compiles for too long',
            'pool {pool}: {file} takes longer than {seconds} s to compile',
            'Its BEGIN blocks or modules wait for something.',
            'Requests that wait for it get 504.',
            'Raise start-timeout=; let it connect when it runs and not when it'
                . ' is compiled.',
        ],
        [
            'MH3062',
            'a slow script',
            'pool {pool}: {file} is slow: it runs for {seconds} s ({request};'
                . ' process {pid}); it was at {stack}',
            'It runs for longer than PerlSlowLog says.',
            'The request goes on.',
            'The innermost line is where the time goes: a database, a lock, a'
                . ' loop.',
        ],
        [
            'MH3063',
            'a script that was ended',
            'pool {pool}: {file} ran for more than {seconds} s ({request};'
                . ' process {pid}); it was at {stack}',
            'It ran for longer than request-timeout= of the pool.',
            'It is ended: SIGTERM, and SIGKILL after a while. The request gets'
                . ' 504, or its response is broken off.',
            'See its innermost line; raise request-timeout= if it may take so'
                . ' long.',
        ],
        [
            'MH3064',
            'a signal ended a script',
            'pool {pool}: signal {number} ({name}) ended {file} while it'
                . ' served {request}',
            'It crashed, or somebody or the kernel killed it.',
            'The request gets 500, or its response is broken off.',
            'For SIGKILL look at the kernel\'s log (memory); for SIGXCPU at'
                . ' rlimit=CPU; for SIGSEGV at the XS modules; for SIGSYS at'
                . ' seccomp=.',
        ],
    );
}

sub pages () {
    my $effect = 'The pool runs without it, and takes more memory.';
    return (
        [
            'MH3066',
            'the kernel does not merge',
            'pool {pool}: merge=on: the kernel merges pages only when'
                . ' /sys/kernel/mm/ksm/run is 1',
            'Pages are offered, and nobody merges them.',
            $effect,
            'echo 1 > /sys/kernel/mm/ksm/run',
        ],
        [
            'MH3067',
            'a kernel that cannot merge',
            'pool {pool}: merge=on: this kernel cannot merge the pages of a'
                . ' process; Linux 6.4 or newer with KSM can',
            'It is older, or built without CONFIG_KSM.',
            $effect,
            'Take merge=on out, or a newer kernel.',
        ],
        [
            'MH3068',
            'merging is forbidden',
            'pool {pool}: merge=on: the system does not let this process have'
                . ' its pages merged',
            'A sandbox refuses prctl(PR_SET_MEMORY_MERGE).',
            $effect,
            'Allow it in the sandbox of the service.',
        ],
    );
}

sub watched () {
    return (
        [
            'MH3080',
            'a process said what it may not say',
            'pool {pool}: {what} (process {pid}) said to the manager what it'
                . ' has no business to say: it is ended',
            'Code in it has written to a socket of its parent\'s: somebody'
                . ' tries to harm the pool, or closes and uses descriptors by'
                . ' number that are not its own.',
            'The process is killed, and its request fails.',
            'Look at what the script or handler does with descriptors; if it is'
                . ' not yours, take it for an attack.',
        ],
        [
            'MH3081',
            'no more files for a manager',
            'pool {pool}: the manager may open no more files: a request gets'
                . ' 503',
            'As many requests wait or run as its limit of open files allows.',
            'Requests get 503 with Retry-After until others have ended.',
            'Raise the hard limit of open files with which httpd starts'
                . ' (LimitNOFILE=), or lower queue=.',
        ],
        [
            'MH3082',
            'a process that does not answer',
            'pool {pool}: {what} (process {pid}) {how}: it is ended, others'
                . ' take its place',
            'Something has stopped it (SIGSTOP, a debugger), or it hangs.',
            'Requests that it should have had are given to others.',
            'If nobody stopped it: see what the script does to processes that'
                . ' are not its own, getppid() among them.',
        ],
        [
            'MH3084',
            'a way to put memory back that does not work here',
            'pool {pool}: restore={way} does not work here: {reason}',
            'PerlPool names a way that this kernel does not have, or that a'
                . ' filter of system calls forbids.',
            'The fastest of those that work is taken, or a process is forked'
                . ' for each request.',
            'Write restore=auto, or run a kernel that has it (uffd: Linux 6.7'
                . ' or newer, without a seccomp profile that refuses'
                . ' userfaultfd).',
        ],
    );
}

1;
