# The command itself: help, version, the configuration.

use Mehari::Test;
use Mehari::Test::Serve;

my ($status, $out, $err) = Mehari::Test::Serve::command('help');
is $status, 0,  'help: exit status 0';
is $err,    '', 'mehari without an error prints none';
like $out, qr/^  \Q$_\E +\w/m, "the help lists $_" for qw(serve help version);

is_deeply [ Mehari::Test::Serve::command('--help') ], [ 0, $out, '' ],
    'mehari --help prints the help';

($status, $out) = Mehari::Test::Serve::command('version');
is $status, 0, 'version: exit status 0';
like $out, qr/\Amehari \d+\.\d+\.\d+ \(perl 5\.\d+\.\d+\)\n\z/,
    'mehari --version prints a line';

my @by_help = Mehari::Test::Serve::command('help', 'serve');
is $by_help[0], 0, 'help serve: exit status 0';
is_deeply [ Mehari::Test::Serve::command('serve', '--help') ], \@by_help,
    'serve --help is help serve';

my $site = Mehari::Test::Serve::site(
    'with "quotes" \\/a.pl' => "#!/usr/bin/perl\n");
my @module = Mehari::Test::Serve::module_option();
($status, $out)
    = Mehari::Test::Serve::command('serve', @module,
    '--print-config', '--port', 18080, '--mode', 'registry', '--workers', 3,
    "$site/with \"quotes\" \\");
is $status, 0, '--print-config: exit status 0';
like $out, qr/^Listen 127\.0\.0\.1:18080$/m,
    'the printed configuration has the port';
like $out, qr/^<Location "\/registry\/">$/m,
    'the printed configuration has the mode';
unlike $out, qr/"\/(?:cgi|perlrun)\//,
    'the printed configuration has no other mode';
like $out,
    @module ? qr/^MaxRequestWorkers 3$/m : qr/^PerlPool .* workers=3 /m,
    'the printed configuration has the number of workers';
like $out, qr/^Alias "\/registry\/" "\Q$site\E\/with \\"quotes\\" \\\\\/"$/m,
    'the printed configuration quotes the directory';

done_testing;
