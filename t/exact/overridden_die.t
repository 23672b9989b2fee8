# Modules that are loaded ahead, in scripts that have a function for `die` in
# CORE::GLOBAL, as CGI::Carp does. mod_cgid runs the same scripts for comparison.

use Mehari::Test;
use JSON::PP              qw(decode_json);
use Mehari::Test::Gateway qw(script wait_until);

use constant { REQUESTS => 6, PATIENCE => 60 };

my $h = server(
    mpm     => 'event',
    workers => 4,
    modules => ['cgid'],
    config  => <<~'CONF',
        <Directory "${DOCUMENT_ROOT}">
            Options +ExecCGI
        </Directory>
        <Location "/">
            SetHandler perl-cgi
        </Location>
        Alias "/cgid" "${DOCUMENT_ROOT}"
        <Location "/cgid">
            SetHandler cgi-script
        </Location>
        <Location "/status">
            SetHandler mehari-status
        </Location>
        CONF
);

# The function for `die`. read: perl reads the modules itself.
my %override = (
    none     => ['use strict; use warnings;'],
    carp     => ['use CGI::Carp qw(noTimestamp);'],
    browser  => ['use CGI::Carp qw(fatalsToBrowser noTimestamp);'],
    messages => [<<~'PERL'],
        use CGI::Carp qw(fatalsToBrowser noTimestamp set_message);
        BEGIN { set_message(sub { print "message: @_" }) }
        PERL
    handled => [ <<~'PERL', read => 1 ],
        use CGI::Carp qw(fatalsToBrowser noTimestamp set_die_handler);
        BEGIN { set_die_handler(sub { print "handled: @_" }) }
        PERL
    own => [ <<~'PERL', read => 1 ],
        BEGIN { *CORE::GLOBAL::die = sub {
            my @caller = (caller 0)[ 0 .. 5 ];
            no warnings;
            print "die(@_) of @caller\n";
            CORE::die(@_) } }
        PERL
    returns => [ <<~'PERL', read => 1 ],
        BEGIN { *CORE::GLOBAL::die = sub { print "die(@_)\n"; (3, 4) } }
        PERL
    prototype => [ <<~'PERL', read => 1 ],
        BEGIN { *CORE::GLOBAL::die = sub (;$) { CORE::die("one: @_") } }
        PERL
    several => [ <<~'PERL', read => 1 ],
        use CGI::Carp qw(noTimestamp);
        BEGIN { *CORE::GLOBAL::sleep = sub { 5 } }
        PERL
    replaced => [ <<~'PERL', read => 1 ],
        use CGI::Carp qw(noTimestamp);
        BEGIN { no warnings; *CGI::Carp::ineval = sub { print "ineval\n"; 1 } }
        PERL
);

# Code that dies in modules, by `die`, by Carp, in an eval of theirs, and at all.
my $REST = <<~'PERL';
    require File::Find; require Text::ParseWords; require Time::Local;
    require Encode; require Text::Wrap;
    for my $code (
        sub { File::Find::find({}, '.') },
        sub { my @l = File::Find::find({}, '.'); print "got @l\n" },
        sub { my $s = File::Find::finddepth({}, '.') },
        sub { Time::Local::timelocal(99, 99, 99, 1, 1, 100) },
        sub { Encode::decode('no-such', 'text') },
        sub { my $text = "\xff"; Encode::decode('UTF-8', $text, 1) },
        $CGI::Carp::VERSION ? sub { local $Text::Wrap::huge = 'die'; local $Text::Wrap::columns = 4;
            Text::Wrap::wrap('', '', 'toolongaword') } : (),
    ) {
        print eval { $code->(); 1 } ? "lives\n" : "dies: $@";
        print "handler: ", ref $SIG{__DIE__} || 'none', "\n";
    }
    File::Find::find({}, '.') if $end;
    print "the end\n";
    PERL

for my $name (sort keys %override) {
    script($h, "$name.pl", <<~"PERL");
        #!$^X
        $override{$name}[0]
        my \$end = \$ENV{QUERY_STRING} =~ /end/ ? 'an end' : '';
        \$| = 1;
        print "Content-Type: text/plain\\n\\n";
        open STDERR, '>&', STDOUT or die \$!;
        $REST
        PERL
}

sub answer ($path) { return get($h, $path)->body =~ s/0x\w+/0x/gr }

sub first_difference ($one, $other) {
    my @one   = split /\n/, $one;
    my @other = split /\n/, $other;
    for my $i (0 .. $#one) {
        next if $one[$i] eq ($other[$i] // '');
        return "$one[$i], and not " . ($other[$i] // 'the end');
    }
    return @one < @other ? "no $other[@one]" : undef;
}

# Bytes that a request compiles.
sub compiles ($name) {
    my ($pool)
        = decode_json(get($h, '/status?format=json')->body)->{pools}->@*;
    my ($row)
        = grep { $_->{script} =~ m{/$name\.pl\z} } @{ $pool->{scripts} };
    return $row->{compiles};
}

for my $name (sort keys %override) {
    my (undef, %is) = $override{$name}->@*;
    for my $query (qw(x end)) {
        my $right = answer("/cgid/$name.pl?$query");
        my @wrong = grep { $_ ne $right }
            map { answer("/$name.pl?$query") } 1 .. REQUESTS;
        is first_difference($wrong[0] // $right, $right), undef,
            "$name, $query: each answer is mod_cgid's";
        like $right, qr/no &wanted/, "$name: it dies";
    }
    next if $is{read};
    my $ahead = wait_until(
        sub {
            get($h, "/$name.pl?x") for 1 .. REQUESTS;
            my $bytes = compiles($name);
            return defined $bytes && !$bytes;
        },
        PATIENCE
    );
    ok $ahead, "$name: no module is read";
}
$h->stop;

done_testing;
