package Mehari::Explain::Reason::Variable;

# MH41xx: variables, and what else a program keeps.

use v5.36;

sub reasons ($class) {
    return (
        {
            code      => 'MH4101',
            rules_out => 'registry',
            title     => 'a file lexical in a named sub',
            says      => '`{subject}` is captured by {by}: under Registry the'
                . ' second request sees the first one\'s value',
            cause =>
                'Registry makes the script the body of a sub. A named sub'
                . ' in it gets the variables of the first call, and keeps'
                . ' them ("will not stay shared").',
            registry => 'the sub goes on with the variable of the first'
                . ' request, the program has a new one each time',
            remedy  => 'Give the sub what it needs as an argument.',
            example => "my \$counter = 0;\nsub counter_up { \$counter++ }\n",
        },
        {
            code      => 'MH4102',
            rules_out => 'registry',
            title     => 'a package variable that changes',
            says => '`{subject}` is a package variable and keeps its value:'
                . ' under Registry the next request finds what this one left',
            cause    => 'Package variables live as long as the process.',
            registry => 'the variable starts with the value that the last'
                . ' request of the process left',
            remedy =>
                'Declare it with "my", or change it after "local" only.',
            example => "our \$counter;\n\$counter++;\n",
        },
        {
            code      => 'MH4103',
            rules_out => 'registry',
            title     => 'a state variable',
            says => '`{subject}` is a state variable: under Registry it is'
                . ' initialized once for all requests',
            cause    => 'state keeps a value between calls of the sub.',
            registry => 'the value goes on from request to request',
            remedy   => 'Use "my" outside of the sub.',
            example  => "sub next_id { state \$id = 0; return ++\$id }\n",
        },
        {
            code      => 'MH4104',
            rules_out => 'registry',
            title     => 'a "my" that is not always reached',
            says => '`{subject}` is declared under a condition: when that'
                . ' is false, Registry leaves what an earlier request put',
            cause => 'It is the "my" that gives a new variable when it runs.',
            remedy  => 'Declare it first: "my $x; $x = ... if ...".',
            example => "my \$name = shift if \@list;\n",
        },
        {
            code      => 'MH4105',
            rules_out => 'registry',
            title     => 'names package main',
            says => '`{subject}` names package main, in which a script is'
                . ' not under Registry',
            cause =>
                'Registry compiles each script in a package of its own, so'
                . ' "$x" and "$main::x" are two variables there.',
            remedy  => 'Leave the package out.',
            example => "\$main::title = 'Home';\nprint \$title;\n",
        },
        {
            code      => 'MH4106',
            rules_out => 'fresh',
            title => 'changes what a computed name or reference stands for',
            says  => '`{subject}` without "use strict": the reference may be'
                . ' a name, and name a variable of a module',
            cause =>
                'Without strict refs any text is the name of a variable, of'
                . ' any package. Which one is changed cannot be known.',
            fresh  => 'a variable of a module would keep the value',
            remedy => 'Say "use strict" where only real references are used.',
            example => "\$name = 'Some::Module::setting';\n\$\$name = 1;\n",
        },
        {
            code      => 'MH4107',
            rules_out => 'fresh',
            title     => 'calls a sub by a computed name',
            says => 'calls a sub by a computed name ({subject}), which may'
                . ' be {example}',
            cause =>
                'A module is loaded that has subs which change the process'
                . ' for later requests, and any of them may be meant.',
            remedy  => 'Use a hash of code references.',
            example => "use POSIX;\nmy \$name = 'setlocale';\n"
                . "&\$name(LC_ALL, 'C');\n",
        },
        {
            code      => 'MH4108',
            rules_out => 'registry',
            title     => 'a special variable is changed for good',
            says      => 'changes {subject} without local: under Registry the'
                . ' next script of the process may find it so',
            cause    => 'Perl\'s own variables belong to the whole process.',
            registry => 'later requests read, split or print in another way;'
                . ' some of the variables are put back, others are not',
            remedy  => 'local {subject} in a block.' =~ s/ \{subject\}//r,
            example => "\$/ = undef;\nmy \$text = <\$file>;\n",
        },
        {
            code      => 'MH4109',
            rules_out => 'registry',
            title     => '$_ is changed for good',
            says      => 'changes $_ outside of for, map and grep: under'
                . ' Registry the next request starts with it',
            cause =>
                '"while (<FILE>)" assigns to $_ and does not restore it.',
            remedy  => 'while (my $line = <FILE>).',
            example => "while (<\$file>) { last if /end/ }\n",
        },
        {
            code      => 'MH4110',
            rules_out => 'registry',
            title     => 'a pattern that is compiled once',
            says      => '`{subject}`: under Registry the first request\'s'
                . ' pattern or match is there for all',
            cause =>
                'm/$x/o keeps its first pattern, m?x? matches once, for as'
                . ' long as the program is in memory.',
            remedy  => 'Use qr// and leave /o away.',
            example => "print if /\$query/o;\n",
        },
        {
            code      => 'MH4111',
            rules_out => 'registry',
            title     => 'a range operator in scalar context',
            says => '`{subject}` in scalar context remembers whether it is'
                . ' on: under Registry into the next request',
            cause   => 'The flip-flop keeps its state in the program.',
            remedy  => 'Keep the state in a "my" variable.',
            example => "if (/start/ .. /end/) { ... }\n",
        },
        {
            code      => 'MH4113',
            rules_out => 'registry',
            title     => 'reset',
            says      => 'calls {subject}, which empties variables by their'
                . ' first letters',
            cause   => 'Under Registry they are those of another package.',
            remedy  => 'Empty them by name.',
            example => "reset 'A-Z';\n",
        },
        {
            code      => 'MH4114',
            rules_out => 'registry',
            title     => 'looks at its package or its caller',
            says => '{subject}: under Registry the script is not in package'
                . ' main, and is called by another sub',
            cause =>
                'Registry makes the script a sub in a package of its own.',
            registry =>
                'caller is not empty, __PACKAGE__ and a bless without a'
                . ' class give a long name',
            remedy  => 'Put classes into packages of their own.',
            example => "run() unless caller;\n",
        },
        {
            code      => 'MH4115',
            rules_out => 'registry',
            title     => 'a glob is assigned to',
            says => '`{subject}` is assigned to while the program runs, and'
                . ' stays so under Registry',
            cause   => 'The symbol table lives as long as the process.',
            remedy  => 'Use "local *name" or a code reference.',
            example => "*report = \$verbose ? \\&long : \\&short;\n",
        },
        {
            code      => 'MH4116',
            rules_out => 'registry',
            title     => 'undef of a sub',
            says => 'undef {subject} frees the code, which under Registry is'
                . ' not there for the next request then',
            cause   => 'Code that has been freed cannot be put back there.',
            fresh   => 'the sub is there again' . ' in the next run',
            remedy  => 'Replace the sub under "local" instead.',
            example => "undef &helper;\n",
        },
        {
            code      => 'MH4117',
            rules_out => 'fresh',
            title     => 'a glob with a computed name is assigned to',
            says => '`{subject}` is assigned to by a computed name, which'
                . ' may be one of a module',
            cause   => 'Which symbol is changed cannot be known.',
            fresh   => 'a sub or variable of a module would stay changed',
            remedy  => 'Do it in BEGIN, or name the glob.',
            example => "*{\"Some::Module::\$name\"} = sub { ... };\n",
        },
        {
            code      => 'MH4118',
            rules_out => 'fresh',
            title     => 'asks what is loaded',
            says      => 'looks at {subject}, and so at what earlier requests'
                . ' have loaded',
            cause  => 'A module that was loaded while the program ran stays.',
            fresh  => 'the module is in %INC from the second request on',
            remedy => 'Use what require and eval say.',
            example => "print 'loaded' if \$INC{'HTML/Entities.pm'};\n",
        },
        {
            code      => 'MH4119',
            rules_out => 'registry',
            title     => 'tie',
            says      => 'calls {subject}: under Registry a package variable'
                . ' stays tied, and the file behind it open',
            cause   => 'A tied variable holds an object until it is untied.',
            remedy  => 'Tie a "my" variable, and untie it.',
            example =>
                "tie our %count, 'SDBM_File', '/var/count', 66, 0644;\n",
        },
        {
            code      => 'MH4121',
            rules_out => 'fresh',
            title     => 'a destructor',
            says => 'has {subject}: an object that refers to itself is only'
                . ' destroyed at the end of the process',
            cause => 'At the end of a process every object is destroyed. A'
                . ' request is not the end of the process.',
            registry =>
                'objects in package variables are not destroyed either',
            fresh => 'destructors run after each request, but for objects in'
                . ' cycles of references',
            remedy  => 'Finish the work in a method that the program calls.',
            example => "sub DESTROY { print 'goodbye' }\n",
        },
        {
            code      => 'MH4122',
            rules_out => 'registry',
            title     => 'a package of its own',
            says      => 'has a package of its own, {subject}: under Registry'
                . ' other scripts may have another of that name',
            cause    => 'Packages are the same for all scripts of a process.',
            registry => 'the script that was compiled last has the package',
            remedy   => 'Make it a module, with a name that is its alone.',
            example  => "package Page;\nsub new { ... }\n",
        },
    );
}

1;

__END__

=head1 NAME

Mehari::Explain::Reason::Variable - messages about variables

=cut
