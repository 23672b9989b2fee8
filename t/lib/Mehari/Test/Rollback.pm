package Mehari::Test::Rollback;

=head1 NAME

Mehari::Test::Rollback - the programs of t/rollback, which try src/pool/rollback

=head1 SYNOPSIS

    plan skip_all => rollback_missing() if rollback_missing();
    my @trackers = trackers();
    my $seen = run_perl('uffd+check', 20, $script);

=head1 FUNCTIONS

=head2 rollback_missing

Returns the reason why the programs cannot be run, or undef.

=head2 rollback_program($name)

Returns the path of the program.

=head2 sanitizer

Returns "asan" or "ubsan" if the tested module was built with that sanitizer, or
undef.

=head2 trackers

Returns the names of the trackers that work on this machine. With "+layer" after
the name of a tracker, the programs run on a layer.

=head2 not_put_back($text)

Returns the lines of a log, or of a program's errors, that say that memory is not
as it was at the checkpoint. Templates have compared it if $ENV{MEHARI_CHECK_MEMORY}
was set.

=head2 run_acts($tracker, $seed, $count, $act)

Has act-runs make so many runs. Returns a hash: C<status>, and C<output>, which has
both streams.

=head2 run_perl($way, $count, $script, $seconds)

Has perl-runs run a script so often. Returns a hash: C<status>, C<output>,
C<errors>. With C<$seconds> it may not take longer, nor have more than 500 MB of
data.

=cut

use Mehari::Perl;
use Exporter       qw(import);
use File::Basename qw(dirname);
use File::Temp     ();
use Mehari::Httpd::Config;
use Mehari::Test qw(lacks);

our @EXPORT
    = qw(rollback_missing rollback_program sanitizer trackers not_put_back
    run_acts run_perl);

sub rollback_program ($name) {
    my $build = dirname(Mehari::Httpd::Config::mehari_module());
    return "$build/t/rollback/$name";
}

sub rollback_missing () {
    my $program = rollback_program('act-runs');
    return 'a sanitizer reserves more memory than can be put back'
        if $ENV{MEHARI_PRELOAD};
    return lacks($program);
}

sub sanitizer () {
    open my $in, '<:raw', Mehari::Httpd::Config::mehari_module()
        or die "The module: $!\n";
    local $/ = undef;
    return <$in> =~ /\blib(asan|ubsan)\.so/ ? $1 : undef;
}

sub trackers () {
    my $program = rollback_program('act-runs');
    my @lines   = qx($program measure);
    return map { /^([\w-]+): [1-9]\d* ns$/ } @lines;
}

sub not_put_back ($text) {
    return grep {
        /differs at|is new|gone or another|heap ends|heap has|not in the checkpoint/
    } split /\n/, $text;
}

sub run_acts ($tracker, $seed, $count, $act = undef) {
    my $program = rollback_program('act-runs');
    my @words   = ($tracker, $seed, $count, $act // ());
    my $output  = qx($program @words 2>&1 </dev/null);
    return { status => $?, output => $output };
}

sub run_perl ($way, $count, $script, $seconds = undef) {
    my $program = rollback_program('perl-runs');
    my $errors  = File::Temp->new;
    my $limit
        = $seconds ? "ulimit -d 500000; exec timeout -s KILL $seconds" : '';
    my $output = qx($limit $program $way $count $script 2>$errors </dev/null);
    my $status = $?;
    local $/ = undef;
    return { status => $status, output => $output, errors => <$errors> };
}

1;
