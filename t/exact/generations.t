# mro::get_pkg_gen() counts the changes of a package: modules that are loaded ahead
# leave no trace in it, whether a request asks for them or not.

use Mehari::Test;
use Mehari::Test::Gateway qw(gateway_server script wait_until);

my $h = gateway_server(
    workers => 2,
    config  => "LogLevel perl:debug\n",
);

my $PRINT = <<'PERL';
print "Content-Type: text/plain\n\n", join(' ', map { mro::get_pkg_gen($_) }
    qw(main strict Exporter Carp Text::Wrap List::Util)), "\n";
PERL
my %script = (
    mro   => "require mro;\n$PRINT",
    later => "require Text::Wrap; require mro; require List::Util;\n$PRINT",
    some => "require mro; require Text::Wrap if \$ENV{QUERY_STRING};\n$PRINT",
    used => "use mro; use strict; require Carp;\n$PRINT",
);

for my $name (sort keys %script) {
    script($h, "$name.pl", $script{$name});
    my $file = $h->document_root . "/$name.pl";
    for my $query ('', 'load') {
        local $ENV{QUERY_STRING} = $query;
        my $right = `/usr/bin/perl $file` =~ s/\A.*?\n\n//sr;
        my %wrong;

        # The next zygote, some time later, has the modules ahead.
        for (1 .. 60) {
            my $body = get($h, "/$name.pl?$query")->body // 'none';
            $wrong{$body}++ if $body ne $right;
            select undef, undef, undef, 0.02;
        }
        is_deeply \%wrong, {},
            "$name.pl?$query: always as a new perl: $right";
    }
}

done_testing;
