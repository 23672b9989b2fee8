package Mehari::Explain::Reason::Stays;

# MH41xx to MH45xx: what in a script outlives a request where Perl stays, or
# acts on more than the request.

use v5.36;

use Mehari::Explain::Reason::Entry qw(entry);

my $SERVER = 'Under the Registry family and in handlers that is a process of'
    . ' the server, which goes on.';
my $NEXT
    = 'Under Registry and in handlers the next request of the process finds'
    . ' it so.';
my $CGI
    = 'Or leave the script to perl-cgi, where each request has a process of'
    . ' its own.';

sub reasons ($class) {
    return map { entry(@$_) } (variables(), process(), files(), compiled());
}

sub variables () {
    return (
        [
            'MH4101',
            'a file lexical in a named sub',
            '`{subject}` is captured by {by}: under Registry the second'
                . ' request sees the first one\'s value',
            'Registry makes the script the body of a sub. A named sub'
                . ' in it gets the variables of the first call, and keeps'
                . ' them ("will not stay shared").',
            'The sub goes on with the variable of the first request,'
                . ' the program has a new one each time. In a handler\'s'
                . ' module the variable lives as long as the process.'
                . ' ModPerl::PerlRun compiles anew.',
            'Give the sub what it needs as an argument.',
        ],
        [
            'MH4102',
            'a package variable that changes',
            '`{subject}` is a package variable and keeps its value: the'
                . ' next request finds what this one left',
            'Package variables live as long as the process.',
            "$NEXT ModPerl::PerlRun empties the script's package.",
            'Declare it with "my", or give it a value before it is'
                . ' used.',
        ],
        [
            'MH4103',
            'a state variable',
            '`{subject}` is a state variable: it is initialized once'
                . ' for all requests',
            'state keeps a value between calls of the sub.',
            $NEXT,
            'Use "my" outside of the sub.',
        ],
        [
            'MH4104',
            'a "my" that is not always reached',
            '`{subject}` is declared under a condition: when that is'
                . ' false, it is what an earlier request put there',
            'It is the "my" that gives a new variable when it runs.',
            $NEXT,
            'Declare it first: "my $x; $x = ... if ...".',
        ],
        [
            'MH4105',
            'names package main',
            '`{subject}` names package main, in which a script is not'
                . ' under Registry',
            'Registry gives each script a package of its own.',
            'The name is not the script\'s own; what it holds stays.',
            'Leave "main::" away.',
        ],
        [
            'MH4108',
            'a special variable is changed for good',
            'changes {subject} without local',
            'Such variables are the whole process\'s.',
            'Registry and SetHandler perl-script put the usual ones'
                . ' back; other handlers leave it to the next request.',
            'Write "local" before it.',
        ],
        [
            'MH4110',
            'a pattern that is compiled once',
            '`{subject}`: the first request\'s pattern is there for all',
            'With /o perl compiles a pattern when it is first met, and'
                . ' no more.',
            $NEXT,
            'Leave the /o away: perl notices by itself when a pattern'
                . ' is the same.',
        ],
        [
            'MH4111',
            'a range operator in scalar context',
            '`{subject}` in scalar context remembers whether it is on,'
                . ' into the next request',
            'The operator has a state that lives as long as its code.',
            $NEXT,
            'Use a variable of your own.',
        ],
        [
            'MH4122',
            'a package of its own',
            'has a package of its own, {subject}: other scripts of the'
                . ' process may have another of that name',
            'Under Registry only the package of the script is its own.',
            'The one that was compiled last is there for both; its'
                . ' variables stay.',
            'Give the package a name that no other script has.',
        ],
    );
}

sub process () {
    my $is = 'The process is the script\'s own under mod_cgi and perl-cgi.';
    return (
        [
            'MH4201',
            'the number of the process',
            'uses {subject}, which is the same for many requests of one'
                . ' process',
            $is,
            'A name that is made of it is met again.',
            'Use File::Temp for names of files.',
        ],
        [
            'MH4202',
            'the process among others',
            'calls {subject}: parent, group, priority and terminal are'
                . ' those of the server',
            $is,
            $SERVER,
            $CGI,
        ],
        [
            'MH4203',
            'fork',
            'calls {subject}: the child is a copy of the server',
            $is,
            'A child that does not end by itself is ended when it comes'
                . ' back from the script. What it prints goes nowhere.',
            'End it by POSIX::_exit, or start a program (docs/jobs.md).',
        ],
        [
            'MH4204',
            'exec',
            'calls {subject}, which replaces the process of the server',
            $is,
            'The process serves no more requests, and the client gets'
                . ' no answer.',
            'Use system, and print what comes.',
        ],
        [
            'MH4205',
            'kill',
            'calls {subject}, perhaps for its own process or group,'
                . ' which are the server\'s',
            $is,
            $SERVER,
            $CGI,
        ],
        [
            'MH4206',
            'times of the process',
            'calls {subject}, which counts since the process began',
            $is,
            'The times of earlier requests are in it.',
            'Take the difference of two calls.',
        ],
        [
            'MH4208',
            'changes the process',
            'calls {subject}, which changes the process for good',
            $is, $SERVER, $CGI,
        ],
        [
            'MH4209',
            'starts a program',
            'starts a program ({subject}): its output does not go to'
                . ' the client',
            'STDOUT is no descriptor where Perl stays in the server.',
            'system prints into the void; backticks and pipes work.',
            'Use backticks or a pipe, and print what comes.',
        ],
        [
            'MH4210',
            'exit, and eval somewhere',
            'calls {subject}, and has an eval: inside of one the eval'
                . ' catches it, and the program goes on',
            'Where Perl stays, exit throws an exception that ends the'
                . ' request.',
            'The script goes on behind the eval, with $@ set.',
            'Look whether $@ is the exception (ModPerl::Util), or leave'
                . ' the eval first.',
        ],
        [
            'MH4211',
            'END blocks',
            'has a block that runs at the end ({subject})',
            'perl runs END blocks when a program ends.',
            'Registry runs them after each request, when the lexicals'
                . ' of the script are gone; a handler\'s run when the process'
                . ' ends.',
            'Use a cleanup handler, or write it at the end.',
        ],
        [
            'MH4212',
            'the time when the process began',
            'uses {subject}, which counts from $^T',
            '$^T is set when perl starts.',
            'It is the time at which the process of the server began.',
            'Use stat and time, or set $^T first.',
        ],
        [
            'MH4213',
            'directory, umask, alarm',
            'calls {subject}, which is the whole process\'s',
            $is,
            'Registry and SetHandler perl-script put them back; other'
                . ' handlers leave it to the next request. Relative names are'
                . ' meant from where httpd is.',
            'Use absolute names; put back what you change.',
        ],
        [
            'MH4214',
            'random numbers',
            'calls {subject}: the numbers go on from there in the next'
                . ' request',
            'perl has one generator for the process.',
            $NEXT,
            'Leave the call away.',
        ],
        [
            'MH4217',
            'asks whether it is in mod_perl',
            'looks at {subject}, which says that Perl stays',
            'Registry and handlers have MOD_PERL in the environment, as'
                . ' mod_perl has; perl-cgi has not.',
            'The script goes another way there.',
            'Look whether that way is right.',
        ],
        [
            'MH4218',
            'changes the environment',
            'changes {subject}: C libraries do not see it',
            '%ENV is the request\'s where Perl stays, and not the'
                . ' process\'s.',
            'Programs that the script starts get it; TZ has no effect.',
            'Set such variables for httpd, or call what the library'
                . ' offers.',
        ],
        [
            'MH4219',
            'waits for processes',
            'calls {subject}: children of the server may be meant',
            $is,
            $SERVER,
            'Name the process that is waited for.',
        ],
        [
            'MH4222',
            'renames the process',
            'changes {subject}, the name of the process',
            $is, $SERVER, 'Leave it away.',
        ],
        [
            'MH4226',
            'words of the command line',
            'uses {subject}, which holds no words of the query',
            'mod_cgi and perl-cgi give a query without "=" to the'
                . ' script as words.',
            'It is empty, or what a script of before has left.',
            'Take QUERY_STRING apart.',
        ],
        [
            'MH4231',
            'the program perl',
            'uses {subject}, which is not always the perl of the first'
                . ' line',
            'Where Perl stays there is no such program: httpd runs.',
            'It is what perl was started as.',
            'Name the program.',
        ],
    );
}

sub files () {
    return (
        [
            'MH4301',
            'a relative name',
            '`{subject}` is a relative name: the working directory is'
                . ' not always the script\'s',
            'mod_cgi and perl-cgi run a script in its own directory.',
            'ModPerl::Registry and handlers are where httpd is;'
                . ' ModPerl::RegistryPrefork goes to the directory, and'
                . ' cannot under a threaded MPM in httpd.',
            'Use FindBin\'s idea with __FILE__, or an absolute name.',
        ],
        [
            'MH4302',
            'a handle with a name',
            'opens {subject}, a package handle: it stays open, and what'
                . ' it holds back is not written',
            'Such a handle lives as long as its package.',
            $NEXT,
            'Use "open my $handle", or close it.',
        ],
        [
            'MH4304',
            'select',
            'calls {subject}: what is selected stays so',
            'The selected handle is the whole process\'s.',
            'Registry and SetHandler perl-script select STDOUT again;'
                . ' other handlers leave it to the next request.',
            'Print to the handle by its name.',
        ],
        [
            'MH4305',
            'descriptors',
            'calls {subject}: STDIN and STDOUT have no descriptors',
            'They are tied to the request where Perl stays in the'
                . ' server.',
            'fileno is -1 or undefined, and select() and programs'
                . ' cannot use it.',
            'Read and print by perl\'s own functions.',
        ],
        [
            'MH4306',
            'formats',
            'calls {subject}: formats share variables and handles with'
                . ' the whole process',
            'Pages and lines are counted by the handle.',
            $NEXT,
            'Use printf.',
        ],
        [
            'MH4307',
            'the script\'s DATA',
            'reads {subject}, which a handler reads once for all'
                . ' requests',
            'perl keeps the file open behind __DATA__ or __END__.',
            'Registry opens it anew for each request; ModPerl::PerlRun'
                . ' too. A module has it once.',
            'Read it when the module is loaded.',
        ],
    );
}

sub compiled () {
    return (
        [
            'MH4421',
            'a BEGIN block',
            'has a block {subject}: it runs once, with the compilation,'
                . ' and not for each request',
            'Where Perl stays a script is compiled once; a process'
                . ' compiles it for its first request.',
            'What it looks at is the first request\'s; what it does is'
                . ' done once. ModPerl::PerlRun, as it compiles anew, does it'
                . ' each time; perl-cgi sees to it.',
            'Do the work of a request in the program.',
        ],
        [
            'MH4422',
            'INIT and CHECK blocks',
            'has a block {subject}, which does not run',
            'perl runs them when the main program has been compiled,'
                . ' which is when the server started.',
            'Registry warns "Too late to run", and goes on without.',
            'Write it at the beginning of the program.',
        ],
        [
            'MH4501',
            'eval of a text',
            'evaluates a text ({subject}), which has not been looked at',
            'What it is made of is known when it runs.',
            'Subs and package variables that it makes stay.',
            'Look at what can be in it.',
        ],
        [
            'MH4502',
            'a file that is required',
            '`{subject}`: its subs and variables are in the package of'
                . ' the script that came first',
            'perl loads a file once in a process, wherever it was'
                . ' required.',
            'Under Registry the second script to require a file of that'
                . ' name finds nothing of it in its package; variables stay.',
            'Make a module of it, with a package of its own.',
        ],
    );
}

1;

__END__

=head1 NAME

Mehari::Explain::Reason::Stays - messages about what outlives a request

=cut
