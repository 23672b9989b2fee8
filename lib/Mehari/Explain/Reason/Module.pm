package Mehari::Explain::Reason::Module;

# MH45xx: modules, and code that comes while the program runs.

use v5.36;

my $KEPT = 'Modules are loaded once in a process. What their subs change is'
    . ' changed for all requests after.';
my $REVIEW
    = 'Leave it in the exact tier; or read the module, and tell us that'
    . ' it is harmless.';

sub reasons ($class) {
    return (
        {
            code      => 'MH4501',
            rules_out => 'fresh',
            title     => 'eval of a text',
            says      => 'evaluates a text that is made while it runs'
                . ' ({subject}): what that does cannot be known',
            cause   => 'There is nothing to look at before it runs.',
            remedy  => 'Use a sub, or a hash of subs.',
            example => "eval \$formula;\n",
        },
        {
            code      => 'MH4502',
            rules_out => 'registry',
            title     => 'a file that is required',
            says => '{subject} is {how}: under Registry another script may'
                . ' have required a file of that name, then nothing happens',
            cause => '%INC is the same for all scripts of a process, and the'
                . ' subs of the file are in the package of the script that'
                . ' required it first.',
            registry => 'the second script does not get the subs of the file',
            fresh    => 'the file is compiled anew for each request',
            remedy   => 'Make it a module.',
            example  => "require './countlib.pl';\n",
        },
        {
            code      => 'MH4503',
            rules_out => 'fresh',
            title     => 'a file by a computed name is required',
            says => '{subject} of a name that is made while it runs: what'
                . ' that loads cannot be known',
            cause   => 'There is nothing to look at before it runs.',
            remedy  => 'Name the module.',
            example => "require \"\$name.pm\";\n",
        },
        {
            code      => 'MH4504',
            rules_out => 'fresh',
            title     => 'a module is loaded while the program runs',
            says      => 'loads {subject} while it runs, which has not been'
                . ' looked at',
            cause => 'It would be loaded by one request and be there for all'
                . ' others.',
            remedy  => 'Load it with "use".',
            example => "require My::Module;\n",
        },
        {
            code      => 'MH4505',
            rules_out => 'fresh',
            title     => 'do of a computed name',
            says => '{subject} of a name that is made while it runs: what'
                . ' that does cannot be known',
            cause   => 'There is nothing to look at before it runs.',
            remedy  => 'Name the file, or read it as data.',
            example => "do \$config;\n",
        },
        {
            code      => 'MH4506',
            rules_out => 'fresh',
            title     => 'a required file could not be looked at',
            says => '{subject}, which it requires, could not be looked at:'
                . ' {error}',
            cause   => 'It is not where it was looked for.',
            remedy  => 'Run the command where the script runs.',
            example => "require 'no_such.pl';\n",
        },
        {
            code      => 'MH4507',
            rules_out => 'fresh',
            title     => 'a module in C',
            says      => '{subject} is written in C, and {why}',
            cause     => 'What C code keeps cannot be seen from outside.',
            remedy    => $REVIEW,
            example   => "use GD;\n",
        },
        {
            code      => 'MH4508',
            rules_out => 'fresh',
            title     => 'a package variable of a module changes',
            says      => '`{subject}` of a module is changed by its subs, and'
                . ' keeps its value for later requests',
            cause   => $KEPT,
            remedy  => $REVIEW,
            example => "package Hits;\nour \$count;\nsub hit { \$count++ }\n",
        },
        {
            code      => 'MH4509',
            rules_out => 'fresh',
            title     => 'a file lexical of a module changes',
            says      => '`{subject}` of a module is changed by its subs, and'
                . ' keeps its value for later requests',
            cause   => $KEPT,
            remedy  => $REVIEW,
            example =>
                "package Cache;\nmy %cache;\nsub put { \$cache{\$_[0]} ="
                . " \$_[1] }\n",
        },
        {
            code      => 'MH4510',
            rules_out => 'fresh',
            title     => 'a module keeps a reference',
            says      => '`{subject}` of a module holds a reference to data,'
                . ' which whoever gets it can change for later requests',
            cause   => $KEPT,
            remedy  => $REVIEW,
            example => "package Conf;\nour \$conf = { debug => 0 };\n"
                . "sub conf { \$conf }\n",
        },
        {
            code      => 'MH4511',
            rules_out => 'fresh',
            title     => 'the code of a file could not be looked at',
            says      => 'what {subject} does when it is loaded could not be'
                . ' looked at',
            cause => 'Its text does not compile a second time, or is not in a'
                . ' file.',
            remedy => $REVIEW,
        },
        {
            code      => 'MH4512',
            rules_out => 'fresh',
            title     => 'a module that is known to keep something',
            says      => '{subject}: {why}',
            cause     => $KEPT,
            remedy    => 'Leave it in the exact tier.',
            example   => "use DBI;\n",
        },
        {
            code      => 'MH4513',
            rules_out => 'registry',
            title     => 'a module that is not for Registry',
            says      => '{subject}: {why}',
            cause     => 'The module is right in slower tiers only.',
            remedy    => 'Leave it in the fresh tier.',
            example   => "use FindBin;\n",
        },
        {
            code      => 'MH4514',
            rules_out => 'fresh',
            title     => 'a state variable of a module',
            says => '`{subject}` is a state variable of a module, and keeps'
                . ' its value for later requests',
            cause   => $KEPT,
            remedy  => $REVIEW,
            example => "package Id;\nsub next { state \$id = 0; ++\$id }\n",
        },
        {
            code      => 'MH4515',
            rules_out => 'fresh',
            title     => 'an operator of a module that remembers',
            says      => '`{subject}` in a module remembers what an earlier'
                . ' request has matched',
            cause   => $KEPT,
            remedy  => $REVIEW,
            example => "package Find;\nsub find { /\$_[0]/o }\n",
        },
        {
            code      => 'MH4517',
            rules_out => 'registry',
            title     => 'eval of a constant text',
            says => 'evaluates a text ({subject}): under Registry what it'
                . ' declares stays',
            cause => 'The text is compiled in each run, and what it has named'
                . ' lives as long as the process.',
            remedy  => 'Use a block: eval { ... }.',
            example => "eval 'flock(FILE, 2)';\n",
        },
        {
            code      => 'MH4516',
            rules_out => 'registry',
            title     => 'a module of the script\'s own directory',
            says => '{subject} is looked for in places of the script\'s own'
                . ' ("use lib"): under Registry it is the one that another'
                . ' script has loaded',
            cause    => 'A module is loaded once in a process.',
            registry => 'the first script that loads it decides which file',
            remedy   => 'Put it where all scripts find it.',
            example  => "use lib '/srv/app/lib';\nuse Page;\n",
        },
    );
}

1;

__END__

=head1 NAME

Mehari::Explain::Reason::Module - messages about modules

=cut
