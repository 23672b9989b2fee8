package Mehari::Explain::Reason::Process;

# MH42xx: the process and its surroundings.

use v5.36;

sub reasons ($class) {
    return (
        {
            code      => 'MH4201',
            rules_out => 'fresh',
            title     => 'the number of the process',
            says      => 'uses {subject}, which is the same for many requests'
                . ' of one process',
            cause =>
                'Names and numbers that are made of the process\'s number'
                . ' are not different for each request any more.',
            fresh  => 'two requests in one second get the same "unique" name',
            remedy => 'Use File::Temp, or rand.',
            example => "my \$id = time . \$\$;\n",
        },
        {
            code      => 'MH4202',
            rules_out => 'registry',
            title     => 'the process among others',
            says => 'calls {subject}: under Registry parent, group, priority'
                . ' and terminal'
                . ' are those of the server',
            cause => 'They belong to the process, not to the script.',
            fresh =>
                'a process with another group or priority ends after the'
                . ' request',
            remedy  => 'Leave it in the fresh tier.',
            example => "print getppid;\n",
        },
        {
            code      => 'MH4203',
            rules_out => 'registry',
            title     => 'fork',
            says => 'calls {subject}: under Registry the child is a copy of'
                . ' the server,'
                . ' and goes on as one',
            cause =>
                'A child that does not end where the script ends would go'
                . ' on as'
                . ' a server.',
            fresh => 'a child ends where the script does; a process with a'
                . ' child that'
                . ' lives on ends after the request',
            remedy  => 'Use system, or open with a list.',
            example => "if (!fork) { work(); exit }\n",
        },
        {
            code      => 'MH4204',
            rules_out => 'registry',
            title     => 'exec',
            says      => 'calls {subject}, which under Registry replaces the'
                . ' process of the'
                . ' server',
            cause => 'After exec there is no perl any more.',
            fresh =>
                'as with a new perl; the next request gets a new process',
            remedy  => 'Use system.',
            example => "exec 'date';\n",
        },
        {
            code      => 'MH4205',
            rules_out => 'registry',
            title     => 'kill',
            says => 'calls {subject}, perhaps for its own process or group,'
                . ' which under'
                . ' Registry are the server',
            cause => 'The process serves later requests.',
            fresh =>
                'as with a new perl; the next request gets a new process',
            remedy  => 'Leave it in the fresh tier.',
            example => "kill TERM => \$child;\n",
        },
        {
            code      => 'MH4206',
            rules_out => 'fresh',
            title     => 'times of the process',
            says   => 'calls {subject}, which counts since the process began',
            cause  => 'The process has served other requests before.',
            remedy => 'Take the difference of two calls; or Time::HiRes.',
            example => "printf '%.2f s', (times)[0];\n",
        },
        {
            code      => 'MH4207',
            rules_out => 'registry',
            title     => 'changes its user or group',
            says      =>
                'changes {subject}: under Registry the server would go on'
                . ' as that' . ' user',
            cause   => 'A user that has been given up cannot be taken back.',
            fresh   => 'the process ends after the request',
            remedy  => 'Use a pool with that user.',
            example => "\$> = 33;\n",
        },
        {
            code      => 'MH4208',
            rules_out => 'registry',
            title     => 'changes the process',
            says      =>
                'calls {subject}, which under Registry changes the server'
                . ' for good',
            cause   => 'It cannot be put back.',
            fresh   => 'the process ends with the request',
            remedy  => 'Leave it in the fresh tier.',
            example => "chroot '/srv';\n",
        },
        {
            code      => 'MH4209',
            rules_out => 'registry',
            title     => 'starts a program',
            says      => 'starts a program ({subject}): under Registry its'
                . ' output does not go to the client',
            cause => 'Under Registry STDIN and STDOUT are the request\'s, but'
                . ' descriptors 0 and 1 are the server\'s.',
            fresh => 'descriptors 0, 1 and 2 are the request\'s, as under'
                . ' mod_cgi',
            remedy  => 'Read its output and print it.',
            example => "system 'date';\n",
        },
        {
            code      => 'MH4210',
            rules_out => 'registry',
            title     => 'exit, and eval somewhere',
            says => 'exit inside an eval: under Registry the eval catches'
                . ' it, and the program goes on',
            cause =>
                'Registry\'s exit is a die. The script has an eval, around'
                . ' which the exit may be.',
            remedy  => 'Return instead, or die again for exit\'s error.',
            example => "eval { finish() };\nsub finish { exit }\n",
        },
        {
            code      => 'MH4211',
            rules_out => 'registry',
            title     => 'END blocks',
            says      => 'has a block that runs at the end ({subject}); under'
                . ' Registry variables are gone by then',
            cause =>
                'In a process END blocks come before destructors, and see'
                . ' the program\'s variables.',
            remedy  => 'Do it at the end of the program.',
            example => "END { print \$footer }\n",
        },
        {
            code      => 'MH4212',
            rules_out => 'registry',
            title     => 'the time when the process began',
            says => 'uses {subject}, which counts from $^T: under Registry'
                . ' that is when the process began',
            cause   => '$^T is set once in a process.',
            fresh   => '$^T is the time of the request',
            remedy  => 'time - (stat FILE)[9].',
            example => "print 'old' if -M \$file > 1;\n",
        },
        {
            code      => 'MH4213',
            rules_out => 'registry',
            title     => 'directory, umask, alarm',
            says => 'calls {subject}, which is the whole server process\'s'
                . ' under Registry',
            cause  => 'They belong to the process.',
            remedy => 'Use absolute names; give a mode to mkdir and sysopen.',
            example => "chdir '/var/lib/app';\n",
        },
        {
            code      => 'MH4214',
            rules_out => 'registry',
            title     => 'random numbers',
            says => 'calls {subject}: under Registry the numbers go on from'
                . ' the last request, or are alike in all processes',
            cause =>
                'A process is seeded once; processes that were forked after'
                . ' that have the same numbers.',
            fresh   => 'each run is seeded anew',
            remedy  => 'Read /dev/urandom.',
            example => "my \$token = rand;\n",
        },
        {
            code      => 'MH4215',
            rules_out => 'registry',
            title     => 'die',
            says => 'may {subject}: under Registry httpd\'s error page may'
                . ' follow what has been printed',
            cause => 'A process that dies after it has printed leaves a short'
                . ' page. Registry returns an error.',
            remedy  => 'Print the error, and end.',
            example =>
                "open my \$file, '<', \$name or die \"\$name: \$!\";\n",
        },
        {
            code      => 'MH4216',
            rules_out => 'registry',
            title     => 'perl\'s own exit, or overriding perl',
            says      => '`{subject}`: under Registry it acts on the whole'
                . ' server process',
            cause => 'CORE::exit ends the server\'s process. CORE::GLOBAL is'
                . ' the same for all scripts.',
            remedy  => 'exit.',
            example => "CORE::exit(0);\n",
        },
        {
            code      => 'MH4217',
            rules_out => 'registry',
            title     => 'the environment as a whole',
            says => 'looks at {subject}: under Registry there is MOD_PERL,'
                . ' and other variables differ',
            cause   => 'Registry\'s %ENV is made by httpd, not inherited.',
            fresh   => 'as under mod_cgi',
            remedy  => 'Name the variables.',
            example => "print \"\$_=\$ENV{\$_}\\n\" for keys %ENV;\n",
        },
        {
            code      => 'MH4218',
            rules_out => 'registry',
            title     => 'changes the environment',
            says      => 'changes {subject}: under Registry programs and C'
                . ' libraries do not see it',
            cause   => '%ENV is not the environment of the process there.',
            remedy  => 'PerlSetEnv, or an argument of the program.',
            example => "\$ENV{TZ} = 'UTC';\n",
        },
        {
            code      => 'MH4219',
            rules_out => 'registry',
            title     => 'waits for processes',
            says => 'calls {subject}: under Registry children of the server'
                . ' may be meant',
            cause   => 'They are children of the same process.',
            remedy  => 'waitpid with a number.',
            example => "1 while wait > 0;\n",
        },
        {
            code      => 'MH4220',
            rules_out => 'fresh',
            title     => 'goes through a list of the system',
            says => 'calls {subject}, which goes on where the last request'
                . ' of the process has stopped',
            cause   => 'The C library remembers the place.',
            remedy  => 'getpwnam and the like.',
            example => "while (my \@user = getpwent) { last if ... }\n",
        },
        {
            code      => 'MH4222',
            rules_out => 'registry',
            title     => 'renames the process',
            says => 'changes {subject}, the name of the process, which under'
                . ' Registry is'
                . ' the server',
            cause   => 'The name is that of a process with many scripts.',
            fresh   => 'each request finds the name of the script',
            remedy  => 'Leave it away.',
            example => "\$0 = 'report';\n",
        },
        {
            code      => 'MH4223',
            rules_out => 'fresh',
            title     => 'looks at a process in /proc or /dev/fd',
            says      => 'looks at {subject}, where a process can be seen',
            cause     => 'The process is not new, and has other descriptors.',
            remedy    => 'Leave it in the exact tier.',
            example   => "open my \$f, '<', '/proc/self/status';\n",
        },
        {
            code      => 'MH4224',
            rules_out => 'fresh',
            title     => 'a function of a module that has an effect for good',
            says      => 'uses {subject}, which {why}',
            cause  => 'The module as such is harmless, this function is not.',
            remedy => 'Leave it in the exact tier.',
            example => "use POSIX;\nPOSIX::dup2(\$log, 2);\n",
        },
        {
            code      => 'MH4225',
            rules_out => 'fresh',
            title     => 'semaphores',
            says => 'calls {subject}: what it does may be undone when the'
                . ' process ends (SEM_UNDO)',
            cause   => 'The process does not end with the request.',
            remedy  => 'Use flock; or leave it in the exact tier.',
            example => "semop \$id, \$operation;\n",
        },
        {
            code      => 'MH4226',
            rules_out => 'registry',
            title     => 'arguments and the program perl',
            says  => 'uses {subject}, which is the server\'s under Registry',
            cause =>
                '@ARGV, <>, $^X and the like are those of the process. At'
                . ' the top of a script, shift is of @ARGV; under'
                . ' Registry, of' . ' @_.',
            remedy  => 'Use QUERY_STRING.',
            example => "my \$first = shift;\n",
        },
        {
            code      => 'MH4227',
            rules_out => 'fresh',
            title     => 'how perl compiles',
            says      => 'looks at {subject}, which tells how perl compiles',
            cause     => 'It is another value when a script is compiled by a'
                . ' perl that runs already.',
            remedy  => 'Leave it in the exact tier.',
            example => "print \$^P;\n",
        },
        {
            code      => 'MH4228',
            rules_out => 'fresh',
            title     => 'a symbol table as data',
            says      => 'looks at {subject}, the names of a package, among'
                . ' which are those that others have left',
            cause   => 'Package main is the whole process\'s.',
            remedy  => 'Keep a hash of your own.',
            example => "print sort keys %main::;\n",
        },
        {
            code      => 'MH4229',
            rules_out => 'registry',
            title     => 'all signals',
            says => 'looks at {subject} as a whole, in which under Registry'
                . ' the settings'
                . ' of the server can be seen',
            cause   => 'httpd treats signals otherwise than a program.',
            fresh   => 'as in a new process',
            remedy  => 'Name the signals.',
            example => "\$SIG{\$_} = 'IGNORE' for keys %SIG;\n",
        },
        {
            code      => 'MH4230',
            rules_out => 'fresh',
            title     => 'something is done with warnings',
            says => 'sets {subject}: perl gives some warnings only the first'
                . ' time that it meets a constant or a sub',
            cause =>
                'A constant that has been used as a number is one from then'
                . ' on, and is not complained of again.',
            fresh   => 'some warnings come with the first request only',
            remedy  => 'Leave it in the exact tier.',
            example => "\$SIG{__WARN__} = sub { print \@_ };\n",
        },
        {
            code      => 'MH4231',
            rules_out => 'registry',
            title     => 'the program perl',
            says => 'uses {subject}, which under Registry is the perl of the'
                . ' server',
            cause => 'A perl that is part of a server is not always'
                . ' /usr/bin/perl.',
            fresh   => 'the perl of the first line, as under mod_cgi',
            remedy  => 'Name the perl that is wanted.',
            example => "system \$^X, 'job.pl';\n",
        },
        {
            code      => 'MH4232',
            rules_out => 'registry',
            title     => 'die in an END block',
            says      =>
                'may {subject} in an END block, of which Registry does not'
                . ' know',
            cause =>
                'The next of the END blocks is called then, and the exit'
                . ' status is'
                . ' another.',
            fresh   => 'as when a perl ends',
            remedy  => 'Print the error.',
            example => "END { close STDOUT or die }\n",
        },
        {
            code      => 'MH4233',
            rules_out => 'fresh',
            title     => 'fatal warnings',
            says      => 'makes warnings {subject}: perl gives some only the'
                . ' first time that it meets a constant or a sub',
            cause =>
                'A constant that has been used as a number is one from then'
                . ' on, and is not complained of again.',
            fresh   => 'the first request may die where later ones do not',
            remedy  => '"use warnings" without FATAL.',
            example => "use warnings FATAL => 'all';\n",
        },
        {
            code      => 'MH4234',
            rules_out => 'fresh',
            title     => 'a constant text as a number',
            says => 'uses the text {subject} as a number: perl warns of it'
                . ' the first time only',
            cause =>
                'A constant that has been used as a number is one from then'
                . ' on, and is not complained of again.',
            fresh   => 'the warning comes with the first request only',
            remedy  => 'Write a number.',
            example => "my \$sum = 'abc' + 1;\n",
        },
        {
            code      => 'MH4235',
            rules_out => 'fresh',
            title     => 'the order of a hash that BEGIN has filled',
            says => '`{subject}` was filled while the script was compiled:'
                . ' the order of its keys is the same for all requests',
            cause => 'The order is another in each process, and in each hash;'
                . ' this one is not made anew.',
            fresh   => 'a list in "random" order is always the same',
            remedy  => 'sort keys.',
            example =>
                "my %h;\nBEGIN { %h = (a => 1, b => 2) }\nprint keys %h;\n",
        },
        {
            code      => 'MH4236',
            rules_out => 'registry',
            title     => 'may die of what it is given',
            says => '`{subject}` dies when it is given what it cannot work'
                . ' on: under Registry httpd\'s error page follows then',
            cause => 'A division by zero, a method that is not there, a text'
                . ' where a reference is wanted. A process that dies after it'
                . ' has printed leaves a short page; Registry returns an'
                . ' error.',
            remedy  => 'Leave it in the fresh tier, which is about as fast.',
            example => "print \$total / \$count;\n",
        },
        {
            code      => 'MH4237',
            rules_out => 'fresh',
            title     => 'weak references',
            says      => 'calls {subject}: a weak reference to what BEGIN has'
                . ' made is not undefined when the program lets go of it',
            cause   => 'What BEGIN has made is kept for the next request.',
            remedy  => 'Leave it in the exact tier.',
            example => "weaken \$self->{parent};\n",
        },
        {
            code      => 'MH4238',
            rules_out => 'fresh',
            title     => 'a system call by its number',
            says => 'calls {subject}: which system call that is, and what'
                . ' it asks or changes, cannot be known',
            cause   => 'It may be any, and ask for the process, for example.',
            remedy  => 'Leave it in the exact tier.',
            example => "my \$thread = syscall 186;\n",
        },
        {
            code      => 'MH4239',
            rules_out => 'registry',
            title     => 'a function of a module that acts on its process',
            says => 'uses {subject}, which {why}: under Registry that is the'
                . ' server',
            cause  => 'The module as such is harmless, this function is not.',
            fresh  => 'it is put back, or the process ends after the request',
            remedy => 'Leave it in the fresh tier.',
            example => "use POSIX;\nsetlocale(LC_ALL, 'de_DE.UTF-8');\n",
        },
    );
}

1;

__END__

=head1 NAME

Mehari::Explain::Reason::Process - messages about the process

=cut
