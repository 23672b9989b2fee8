# Modules that come with perl and are on no list. Scripts that load them after
# their first look find them compiled ahead, as a site's own files, and cannot
# tell.

use Mehari::Test;
use Mehari::Test::Probe;
use Mehari::Test::Rollback;
use Mehari::Test::SiteFiles;

plan skip_all => rollback_missing() || probe_missing()
    if rollback_missing() || probe_missing();

my %listed = map { $_ => 1 }
    map { split /\n/, read_file($_) } modules_list(), more_modules_list();
for my $name (
    qw(Text::Balanced Pod::Escapes Time::localtime Term::ANSIColor Memoize))
{
    ok !$listed{$name}, "$name is on no list";
}

my %case = (
    text => {
        script => <<~'PERL',
            require Text::Balanced; require Pod::Escapes;
            my ($found, $rest) = Text::Balanced::extract_bracketed("(a(b)c$q) rest", '()');
            my @none = Text::Balanced::extract_bracketed('none', '()');
            print "$found|$rest|$@|", Pod::Escapes::e2char('eacute') eq "\xe9" ? 'e' : 'n', "\n";
            print join(',', sort keys %Text::Balanced::ErrorMsg::), ' ',
                join(',', map { $INC{$_} } grep { m{Text/|Pod/} } sort keys %INC), "\n";
            PERL
    },
    times => {
        script => <<~'PERL',
            require Time::localtime; require Term::ANSIColor;
            print Time::localtime::ctime(86_400 * $q), ' ', ref Time::localtime::localtime(), ' ',
                Time::localtime::localtime(0)->year, "\n";
            print length Term::ANSIColor::colored('red text', 'red'), ' ',
                scalar(keys %Term::ANSIColor::) > 90 ? 'all' : 'some', "\n";
            PERL
    },
    cached => {
        script => <<~'PERL',
            require Memoize; our $calls = 0;
            sub slow { $calls++; return $_[0] * 2 }
            Memoize::memoize('slow');
            print slow($q), slow($q), " $calls ", join(',', sort keys %Memoize::), "\n";
            PERL
    },
);
compare_site_files(\%case);

done_testing;
