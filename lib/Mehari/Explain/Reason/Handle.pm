package Mehari::Explain::Reason::Handle;

# MH43xx: files and handles.

use v5.36;

sub reasons ($class) {
    return (
        {
            code      => 'MH4301',
            rules_out => 'registry',
            title     => 'a relative name',
            says => '`{subject}` may be a relative name: under Registry the'
                . ' working directory is not the script\'s',
            cause =>
                'httpd stays where it is; only RegistryPrefork goes to the'
                . ' script\'s directory.',
            remedy  => 'Begin the name with "/" or "$ENV{DOCUMENT_ROOT}/".',
            example => "open my \$file, '<', 'data.txt';\n",
        },
        {
            code      => 'MH4302',
            rules_out => 'registry',
            title     => 'a handle with a name',
            says => 'opens {subject}, a package handle: under Registry it'
                . ' stays open, and what it holds back is not written',
            cause =>
                'A handle is closed when its variable goes, or the process.',
            remedy  => 'open my $file.',
            example =>
                "open LOG, '>>', '/var/log/app';\nprint LOG \"hit\\n\";\n",
        },
        {
            code      => 'MH4303',
            rules_out => 'registry',
            title     => 'open of what may not be a file',
            says => 'open may be of a program or a descriptor ({subject}),'
                . ' which are the server\'s under Registry',
            cause   => 'Two arguments, a pipe, or "&" in the mode.',
            remedy  => 'Three arguments: open my $file, \'<\', $name.',
            example => "open my \$copy, '>&', \\*STDOUT;\n",
        },
        {
            code      => 'MH4304',
            rules_out => 'registry',
            title     => 'select',
            says => 'calls {subject} with a handle: under Registry the next'
                . ' request may print there',
            cause   => 'The selected handle is the process\'s.',
            remedy  => 'Use IO::Handle\'s autoflush.',
            example => "select STDERR;\n",
        },
        {
            code      => 'MH4305',
            rules_out => 'registry',
            title     => 'descriptors',
            says      => 'calls {subject}, which works on descriptors: under'
                . ' Registry STDIN and STDOUT have none',
            cause   => 'They are streams of httpd there.',
            fresh   => 'they are descriptors 0 and 1, as under mod_cgi',
            remedy  => 'Use read and print.',
            example => "sysread STDIN, my \$body, \$ENV{CONTENT_LENGTH};\n",
        },
        {
            code      => 'MH4306',
            rules_out => 'registry',
            title     => 'formats',
            says => 'calls {subject}: formats share variables and handles'
                . ' with the whole process under Registry',
            cause   => 'A format is a named sub, and a property of a handle.',
            remedy  => 'printf.',
            example => "format STDOUT =\n@<<<\n\$name\n.\nwrite;\n",
        },
        {
            code      => 'MH4307',
            rules_out => 'registry',
            title     => 'the script\'s DATA',
            says      => 'reads {subject}, which is not always there under'
                . ' Registry',
            cause   => 'The script is the text of a sub, without a file.',
            remedy  => 'Use a here-document.',
            example => "print <DATA>;\n__END__\ntext\n",
        },
        {
            code      => 'MH4308',
            rules_out => 'fresh',
            title     => 'dbmopen',
            says => 'calls {subject}: which library it loads, and what that'
                . ' keeps, cannot be known',
            cause   => 'AnyDBM_File chooses while the program runs.',
            remedy  => 'tie with a named class.',
            example => "dbmopen my %count, '/var/count', 0644;\n",
        },
        {
            code      => 'MH4309',
            rules_out => 'fresh',
            title     => 'glob in scalar context',
            says      => '{subject} in scalar context goes on where the last'
                . ' request of the process has stopped',
            cause   => 'The rest of the list is kept in C.',
            remedy  => 'for my $file (glob ...).',
            example => "my \$first = <*.txt>;\n",
        },
        {
            code      => 'MH4310',
            rules_out => 'fresh',
            title     => 'properties of a descriptor',
            says => 'calls {subject}, whose effect on a descriptor is not'
                . ' taken back',
            cause => 'What is asked of a device cannot be known; a copy of a'
                . ' descriptor belongs to no handle.',
            remedy  => 'Leave it in the exact tier.',
            example => "my \$copy = fcntl \$file, F_DUPFD, 10;\n",
        },
        {
            code      => 'MH4311',
            rules_out => 'registry',
            title     => 'sockets',
            says => 'calls {subject}: under Registry a socket with a name'
                . ' stays open',
            cause   => 'It is a package handle, as a rule.',
            remedy  => 'Use a "my" handle, and leave it in the fresh tier.',
            example => "socket SERVER, PF_INET, SOCK_STREAM, 0;\n",
        },
        {
            code      => 'MH4312',
            rules_out => 'registry',
            title     => 'layers of STDIN, STDOUT, STDERR',
            says => 'changes the layers of {subject}, which is a stream of'
                . ' httpd under Registry',
            cause   => 'It has no descriptor, and may be shared.',
            remedy  => 'Encode what is printed.',
            example => "binmode STDOUT, ':utf8';\n",
        },
        {
            code      => 'MH4313',
            rules_out => 'fresh',
            title     => 'a descriptor by its number',
            says      => 'opens a descriptor by its number ({subject})',
            cause  => 'Which descriptors there are is the process\'s matter.',
            remedy => 'Leave it in the exact tier.',
            example => "open my \$log, '>&=3';\n",
        },
        {
            code      => 'MH4314',
            rules_out => 'registry',
            title     => 'a script that prints the whole response',
            says => 'its name begins with "{subject}": it prints the whole'
                . ' response itself',
            cause  => 'Registry knows such scripts in a way of its own.',
            remedy => 'Leave it in the fresh tier.',
        },
        {
            code      => 'MH4315',
            rules_out => 'registry',
            title     => 'a function that sees Registry',
            says      => 'uses {subject}, which sees the process, its'
                . ' descriptors, or who has called',
            cause =>
                'Under Registry descriptors are httpd\'s, a call stack ends'
                . ' in Registry, and an error is an error page.',
            remedy  => 'Leave it in the fresh tier.',
            example =>
                "use POSIX;\nPOSIX::write(1, \$text, length \$text);\n",
        },
        {
            code      => 'MH4316',
            rules_out => 'registry',
            title     => 'a head that may be missing',
            says => 'does not print a constant {subject} first and in any'
                . ' case: without a head Registry answers otherwise',
            cause => 'mod_cgi sends an error when a script prints no head, or'
                . ' one that is wrong. Registry sends what there is.',
            remedy  => 'print "Content-Type: text/html\\n\\n" at the top.',
            example => "print \$page if \$page;\n",
        },
    );
}

1;

__END__

=head1 NAME

Mehari::Explain::Reason::Handle - messages about files and handles

=cut
