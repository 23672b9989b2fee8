# Applications for mod_perl answer under event as they do with mod_perl under
# prefork, with Perl in httpd and with Perl in the workers of a pool: those of
# t/fixtures/applications whose packages are installed here.

use Mehari::Test;
use Mehari::Bench::Site qw(engine_problem);
use Mehari::MigrateSite qw(module_under_test);
use Mehari::Test::Applications;

if (!-e module_under_test() =~ s{[^/]*\z}{mehari-pool}r) {
    plan skip_all => 'mehari-pool is not built';
}
my $problem = engine_problem('mod_perl');
plan skip_all => $problem if defined $problem;
my @names        = split ' ', $ENV{MEHARI_APPLICATIONS} // '';
my @ways         = split ' ', $ENV{MEHARI_WAYS}         // 'httpd pool';
my $applications = Mehari::Test::Applications->new(@names);
plan skip_all => 'none of the applications is installed'
    if !$applications->sites;

for my $of ($applications->sites) {
    my ($one, $two) = map { $applications->answers($of, 'mod_perl') } 1, 2;
    my %status;
    $status{ $_->[1]->status // 'none' }++ for @{ $one->{ $of->{package} } };
    my $seen = join ', ', map { "$_ ($status{$_})" } sort keys %status;
    for my $way (@ways) {
        my $ours = $applications->answers($of, $way);
        my @text = $applications->differences($of, $one, $two, $ours);
        ok !@text, "$of->{name}, $way: $seen";
        diag $_ for @text;
        diag $ours->{log} if @text && $ENV{MEHARI_SHOW_LOG};
    }
}

done_testing;
