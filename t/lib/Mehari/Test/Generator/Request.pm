package Mehari::Test::Generator::Request;

=head1 NAME

Mehari::Test::Generator::Request - CGI programs by chance, that look at their
request and at their process

=head1 SYNOPSIS

    my $made = request_program(17, 'p17');
    write_file("$root/$_", $made->{files}{$_}, 0755) for keys $made->{files}->%*;

=head1 FUNCTIONS

=head2 request_program($seed, $name)

A program, always the same for a seed. C<files> has the texts of the program,
F<$name.pl>, and of what it loads; C<acts> the names of its acts.

A program is made of I<acts>: something that it does at a I<place>, while it is
compiled or later, and what it then prints of that. What it prints is the same for
the same request, whenever and in whatever process it runs.

=cut

use v5.36;
use Exporter qw(import);

our @EXPORT = qw(request_program);

my @ACTS  = acts();
my @HEADS = (
    ('print "Content-Type: text/plain\n\n";') x 8,
    'print "Status: 404 Not here\nContent-Type: text/plain\n\n";',
    'print "Content-Type: text/plain\r\nX-User: $ENV{QUERY_STRING}\r\n\r\n";',
    '$| = 1; print "Content-Type: text/plain\n"; print "\n";',
    'syswrite STDOUT, "Content-Type: text/plain\n\n";',
    'print STDOUT join "\n", "Set-Cookie: u=" . length($ENV{HTTP_COOKIE} // ""),'
        . ' "Content-Type: text/plain", "", "";',
);
my @SWITCHES = (('') x 9, ' -w', ' -T', ' -s', ' -w -s', ' -l', ' -t', ' -W');

sub pick ($of) { return $of->[ rand @$of ] }

# [name, code, what is shown] of each.
sub acts () {
    my $text = do { local $/ = undef; <DATA> };
    my @acts;
    for my $block (split /^= /m, $text) {
        my ($name, $code, $show) = $block =~ /\A([^\n]*)\n(.*?)^--\n(.*)\z/ms
            or next;
        push @acts, [ $name, $code, $show =~ s/\s+\z//r ];
    }
    return @acts;
}

# ---- places ------------------------------------------------------------------

# Each makes of the code what stands in the program; it may add files.
my @PLACES = (
    (sub ($code, @) { "BEGIN {\n$code}\n" }) x 6,
    (sub ($code, @) { $code }) x 3,
    sub ($code, @) { "CHECK {\n$code}\n" },
    sub ($code, @) { "INIT {\n$code}\n" },
    sub ($code, @) { "UNITCHECK {\n$code}\n" },
    sub ($code, $id, @) { "sub at_$id {\n$code}\nBEGIN { at_$id() }\n" },
    sub ($code, $id, @) { "sub at_$id {\n$code}\nat_$id();\n" },
    sub ($code, @) {
        'BEGIN { eval q{' . escaped($code) . "}; die \$@ if \$@ }\n";
    },
    sub ($code, @) { 'eval q{' . escaped($code) . "}; die \$@ if \$@;\n" },
    sub ($code, $id, $files, $name) {
        $files->{"$name.lib/At$id.pm"}
            = "package At$id;\npackage main;\n${code}1;\n";
        return "use lib './$name.lib'; use At$id;\n";
    },
    sub ($code, $id, $files, $name) {
        $files->{"$name.lib/In$id.pm"}
            = "package In$id;\nsub import { package main;\n$code}\n1;\n";
        return "use lib './$name.lib'; use In$id;\n";
    },
    sub ($code, $id, $files, $name) {
        $files->{"$name.lib/At$id.pm"}
            = "package At$id;\npackage main;\n${code}1;\n";
        return "require './$name.lib/At$id.pm';\n";
    },
    sub ($code, $id, $files, $name) {
        $files->{"$name.lib/at$id.pl"} = "${code}1;\n";
        return "BEGIN { do './$name.lib/at$id.pl' or die \$@ }\n";
    },
    sub ($code, $id, $files, $name) {
        $files->{"$name.lib/at$id.pl"} = "${code}1;\n";
        return "do './$name.lib/at$id.pl' or die \$@;\n";
    },
    sub ($code, $id, @) { "use constant AT_$id => do {\n${code}1 };\n" },
    # Only for some requests.
    sub ($code, @) {
        "BEGIN { if ((\$ENV{QUERY_STRING} // '') =~ /alice/) {\n$code} }\n";
    },
    # After a look at what is the request's.
    sub ($code, $id, @) {
        "BEGIN { our \$of_$id = \$ENV{HTTP_COOKIE};\n$code}\n";
    },
    sub ($code, @) {
        "BEGIN { local \$_ = 'topic'; local \$@ = 'e';\n$code}\n";
    },
    sub ($code, @) { "BEGIN { for my \$one (1) {\n$code} }\n" },
);

sub escaped ($code) { return $code =~ s/([\\{}])/\\$1/gr }

# ---- a program -----------------------------------------------------------------

my $COMMON = <<'END';
no warnings;
sub show {
    my ($name, @values) = @_;
    print STDOUT "$name: ", join('|', map { $_ // '-' } @values), "\n";
}
END

# Where what an act has done is shown.
sub shown ($name, $id, $expression) {
    my $show  = "show('$name', do { $expression });\n";
    my $where = int rand 12;
    return ('', "END { $show}\n") if $where == 0;
    return ('', "eval q{" . escaped($show) . "}; print \$@;\n")
        if $where == 1;
    return ('',
        "if (my \$c = fork) { waitpid \$c, 0; } else { ${show}exit }\n")
        if $where == 2;
    return ("sub shows_$id { $show}\n", "shows_$id();\n") if $where == 3;
    return ('',                         $show);
}

sub request_program ($seed, $name) {
    srand $seed;
    my %files;
    my @names;
    my ($first, $then) = ('', '');
    for my $id (1 .. 1 + int rand 4) {
        my ($act, $code, $show) = @{ pick(\@ACTS) };
        $_ = s/ID/$id/gr for $code, $show;
        my ($before, $after) = shown($act =~ s/\W+/_/gr, $id, $show);
        $first .= $before . pick(\@PLACES)->($code, $id, \%files, $name);
        $then  .= $after;
        push @names, $act;
    }
    my $switches = pick(\@SWITCHES);
    my $head     = pick(\@HEADS);
    my $early    = rand() < 0.2;
    my $text     = join "\n", "#!$^X$switches", $COMMON,
        ($early ? $head : ()), $first, ($early ? () : $head), '$| = 1;',
        $then,
        "show('end', \$0 =~ m{([^/]*)\\z});";
    $files{"$name.pl"} = "$text\n__END__\nfirst of data\nsecond\nthird\n";
    return { acts => \@names, files => \%files };
}

1;

__DATA__
= element of ENV
our $vID = $ENV{QUERY_STRING};
--
our $vID
= all of ENV
our %vID = %ENV;
--
@{ \our %vID }{qw(QUERY_STRING HTTP_COOKIE REQUEST_METHOD PATH_INFO)}
= ENV by its glob
*eID = *ENV;
--
our %eID; $eID{HTTP_COOKIE}
= ENV by a name
our $vID = ${ "main::ENV" }{HTTP_COOKIE};
--
our $vID
= ENV local
{ local *ENV = { A => 1 }; our $vID = join ',', sort keys %ENV; }
our $wID = $ENV{QUERY_STRING};
--
our $vID, our $wID
= reference to an element of ENV
our $rID = \$ENV{QUERY_STRING};
--
$$rID, ($$rID = "s$$rID", $ENV{QUERY_STRING})[1], `printf %s "\$QUERY_STRING"`
= ENV set for programs
$ENV{MADE_ID} = 'made'; delete $ENV{HTTP_COOKIE};
--
`echo "\$MADE_ID \$HTTP_COOKIE \$QUERY_STRING" 2>&1`
= ENV emptied
{ my %kID = %ENV; %ENV = (PATH => $ENV{PATH}); our $vID = `env | sort`; %ENV = %kID; }
--
our $vID
= ENV tied
{ package TID; sub TIEHASH { bless { %{ $_[1] } } } sub FETCH { "t" . ($_[0]{ $_[1] } // '') }
sub FIRSTKEY { 'QUERY_STRING' } sub NEXTKEY { } sub EXISTS { 1 } sub STORE { } sub DELETE { } sub CLEAR { } }
{ my %kID = %ENV; our $vID = tie my %tID, 'TID', \%kID; our $wID = \%tID; }
--
our $wID; $wID->{QUERY_STRING}, keys %$wID
= each of ENV begun
our ($kID) = each %ENV; our $nID = keys %ENV;
--
our ($kID, $nID); exists $ENV{$kID}, $nID == keys %ENV
= getenv of libc
require POSIX; our $vID = POSIX::getenv('QUERY_STRING') if POSIX->can('getenv') && 0; our $wID = `printf %s "\$HTTP_COOKIE"`;
--
our $wID
= proc environ
open my $pID, '<', '/proc/self/environ'; local $/; our ($vID) = <$pID> =~ /QUERY_STRING=([^\0]*)/;
--
our $vID
= a constant of the request
use constant QID => $ENV{QUERY_STRING};
--
QID
= dies for one
die "not for bob\n" if ($ENV{QUERY_STRING} // '') =~ /bob/;
--
'came'
= exits for one
if (($ENV{QUERY_STRING} // '') =~ /bob/) { print "Content-Type: text/plain\n\nbob ends\n"; exit 3 }
--
'came'
= executes for one
exec 'printf', 'Content-Type: text/plain\n\n%s\n', $ENV{QUERY_STRING} if ($ENV{QUERY_STRING} // '') =~ /bob/;
--
'came'
= requires a version for one
eval(($ENV{QUERY_STRING} // '') =~ /bob/ ? 'require 7' : 'require 5'); our $vID = $@ =~ s/--.*//sr;
--
our $vID
= loads for one
require Text::Wrap if ($ENV{QUERY_STRING} // '') =~ /bob/;
--
join ',', grep { /Text/ } sort keys %INC
= STDIN one line
our $vID = <STDIN>;
--
our $vID, scalar(<STDIN>), eof(STDIN)
= STDIN some bytes
read STDIN, our $vID, 5;
--
our $vID, tell(STDIN), do { local $/; <STDIN> }
= STDIN sysread
sysread STDIN, our $vID, 7;
--
our $vID, do { sysread STDIN, my $r, 100; $r }
= STDIN getc and ungetc
our $vID = getc STDIN; require IO::Handle; STDIN->ungetc(65);
--
our $vID, scalar <STDIN>
= STDIN eof
our $vID = eof STDIN;
--
our $vID, scalar <STDIN>
= STDIN dup
open our $inID, '<&', \*STDIN;
--
our $inID; scalar(<$inID>), defined fileno $inID
= STDIN by its number
open our $inID, '<&=', 0;
--
our $inID; scalar(<$inID>), fileno $inID
= STDIN aliased
*inID = *STDIN;
--
scalar readline *inID
= STDIN with layers
binmode STDIN, ':crlf:utf8';
--
join(',', PerlIO::get_layers(STDIN)), length(<STDIN> // ''), -p STDIN || 0
= STDIN reopened
open our $oID, '<&', \*STDIN; close STDIN; open STDIN, '<', '/etc/hostname';
--
our $oID; fileno STDIN, length(<STDIN>) > 0, scalar <$oID>
= STDIN to a program
our $vID = `head -c 4`;
--
our $vID, fileno STDIN
= STDIN stat
our @vID = stat STDIN; our $fID = -p STDIN;
--
our @vID; $vID[1] == (stat STDIN)[1], our $fID
= STDIN nonblocking
require Fcntl; require IO::Handle; our $vID = fcntl STDOUT, Fcntl::F_GETFL(), 0;
--
our $vID == fcntl(STDOUT, Fcntl::F_GETFL(), 0)
= diamond
our $vID = @ARGV;
--
our $vID, @ARGV ? 'words' : scalar <>
= ARGV shifted
our $vID = shift @ARGV;
--
our $vID, "@ARGV"
= ARGV aliased
*aID = \@ARGV; our $cID = () = our @aID;
--
our @aID; "@aID", our $cID
= ARGV replaced
@ARGV = ('a', @ARGV); *ARGV = [ @ARGV, 'z' ];
--
"@ARGV"
= ARGV by a tie
{ package AID; require Tie::Array; @AID::ISA = 'Tie::StdArray'; } my @kID = @ARGV; tie @ARGV, 'AID'; @ARGV = @kID;
--
"@ARGV", ref tied @ARGV
= switches of the program
our $vID = $main::x; our $wID = join ',', map { ${"main::$_"} // '-' } qw(user a alice);
--
our $vID, our $wID
= STDOUT dup
open our $outID, '>&', \*STDOUT; select((select($outID), $| = 1)[0]);
--
do { our $outID; print $outID "through a dup\n"; fileno $outID > 2 }
= STDOUT by its number
open our $outID, '>&=', 1; $outID->autoflush(1) if require IO::Handle;
--
do { our $outID; print $outID "by its number\n"; fileno $outID }
= STDOUT layers
binmode STDOUT, ':utf8';
--
join(',', PerlIO::get_layers(STDOUT)), chr 228, chr 9786
= STDOUT written before
print STDOUT "Content-Type: text/plain\n\nwritten before\n";
--
tell STDOUT
= STDOUT closed and opened
open our $kID, '>&', \*STDOUT; close STDOUT; open STDOUT, '>&', $kID;
--
fileno STDOUT
= STDOUT tied
{ package PID; sub TIEHANDLE { bless [ $_[1] ] } sub PRINT { my $s = shift; $s->[1]++; print { $s->[0] } @_ } sub FILENO { 1 } sub BINMODE { } sub WRITE { my $s = shift; print { $s->[0] } $_[0] } }
open our $kID, '>&', \*STDOUT; select((select($kID), $| = 1)[0]); tie *STDOUT, 'PID', $kID;
--
ref tied *STDOUT, (tied *STDOUT)->[1] > 0
= STDERR to STDOUT
open STDERR, '>&', \*STDOUT;
--
do { print STDERR "said\n"; warn "warned\n"; 1 }
= STDERR said
print STDERR "something\n";
--
fileno STDERR
= selected
open our $mID, '>', \our $bID; select $mID; print 'in memory'; 
--
do { select STDOUT; our $bID }
= output variables
$, = ','; $\ = "!\n";
--
(1, 2)
= list separator
$" = '+'; our @lID = (1, 2); $; = 'x'; our %hID = ((1, 2) => 3, 'k' => 1); $hID{1, 2} = 1;
--
our (@lID, %hID); "@lID", join ',', sort keys %hID
= input separator
$/ = '&';
--
scalar(<STDIN>), length $/
= large output
our $vID = 'x' x 100_000;
--
our $vID
= a format
format FID =
@<<< @>>> @##.#
$ENV{REQUEST_METHOD}, "r", 3.14159
.
--
do { $~ = 'FID'; write; $- }
= format variables
$^ = 'TOPID'; $= = 30; $^A = 'left';
--
"$^ $= $^A"
= a pid
our $vID = $$; our $pID = getppid; our $gID = getpgrp;
--
our ($vID, $pID, $gID); readlink("/proc/self") == $$ || 'child', $gID == getpgrp, $$ == $vID || 'child'
= proc self
our $vID = readlink '/proc/self'; our $cID = do { open my $f, '<', '/proc/self/stat'; (split ' ', <$f>)[0] };
--
our ($vID, $cID); $vID == $cID, $vID == $$ || 'child'
= proc cmdline
open my $fID, '<', '/proc/self/cmdline'; our $vID = (split /\0/, do { local $/; <$fID> })[1] =~ s{.*/}{}r;
--
our $vID, `ps -o args= -p $$ | tr -s ' ' | cut -d' ' -f2 | sed 's/.*\\///'` ? 1 : 0
= proc cwd
our $vID = readlink '/proc/self/cwd'; chdir '/'; our $wID = readlink '/proc/self/cwd';
--
our $vID =~ s{.*/}{}r, our $wID
= open descriptors
our $vID = () = glob '/proc/self/fd/*';
--
our $vID >= 3
= time
our $vID = time; our $tID = $^T;
--
our ($vID, $tID); abs(time - $vID) < 2, abs($^T - $tID) < 1, abs(time - $^T) < 2
= time by HiRes
require Time::HiRes; our $vID = Time::HiRes::time(); our $cID = Time::HiRes::clock_gettime(1);
--
our ($vID, $cID); Time::HiRes::time() - $vID < 1.5, Time::HiRes::clock_gettime(1) - $cID < 1.5
= localtime
our $vID = localtime; our @lID = gmtime;
--
our @lID; (gmtime)[5] == $lID[5], abs((gmtime)[1] - $lID[1]) % 59 < 2
= base time set
$^T = 1000;
--
$^T, int(-M '/') < 0
= age of a file
open our $fID, '+>', undef; our $vID = -M $fID; our $aID = -A $0;
--
our ($vID, $aID); abs($vID) < 0.0001, defined $aID
= times
our @vID = times;
--
our @vID; (times)[0] - $vID[0] < 3, $vID[0] < 3
= sleeps
select undef, undef, undef, 0.02; our $vID = time;
--
time - our $vID < 2
= alarm
$SIG{ALRM} = sub { our $vID = 'rang' }; require Time::HiRes; Time::HiRes::ualarm(300_000);
--
do { if (${^GLOBAL_PHASE} ne 'RUN') { Time::HiRes::ualarm(0) } else { select undef, undef, undef, 0.6 } our $vID // 'none' }
= alarm left
alarm 100;
--
alarm(0) > 90 || 'child'
= timer
require Time::HiRes; $SIG{VTALRM} = sub { our $vID++ }; Time::HiRes::setitimer(1, 0.01);
--
do { 1 while ${^GLOBAL_PHASE} eq 'RUN' && !our $vID && times < 8; $vID > 0 || 'none' }
= signal handler
$SIG{USR1} = sub { our $vID .= "got $_[0]" };
--
do { kill USR1 => $$ if $SIG{USR1} && ${^GLOBAL_PHASE} eq 'RUN'; our $vID }
= signal ignored
$SIG{INT} = 'IGNORE'; $SIG{HUP} = 'DEFAULT'; our $vID = join ',', map { "$_=" . ($SIG{$_} // '') } qw(INT HUP);
--
do { kill INT => $$ if $SIG{INT} eq 'IGNORE'; our $vID }, `echo alive`
= signal mask
require POSIX; POSIX::sigprocmask(POSIX::SIG_BLOCK(), POSIX::SigSet->new(POSIX::SIGUSR2()));
--
do { our $vID = 0; local $SIG{USR2} = sub { $vID++ }; kill USR2 => $$; my $p = POSIX::SigSet->new; POSIX::sigpending($p); "$vID " . $p->ismember(POSIX::SIGUSR2()) }
= signals at first
our $vID = join ',', grep { !/^(?:INT|PIPE|XFSZ)/ && length($SIG{$_} // '') } sort keys %SIG; our $nID = keys %SIG;
--
our $vID, our $nID
= die handler
$SIG{__DIE__} = sub { our $vID .= "dying: $_[0]" };
--
do { eval { die "x\n" }; "$@" . our $vID }
= warn handler
$SIG{__WARN__} = sub { our $vID .= "warned: $_[0]" };
--
do { warn "w\n"; our $vID }
= fork and wait
our $vID = fork; if (!$vID) { require POSIX; POSIX::_exit(3) } waitpid $vID, 0; our $sID = $? >> 8;
--
our $sID, wait
= child waited for later
our $vID = fork; if (!$vID) { exec 'true' or require POSIX && POSIX::_exit(1) }
--
waitpid(our $vID, 0) == $vID || 'child', $?
= child that goes on
our $vID = fork; if (!$vID) { close STDOUT; close STDERR; select undef, undef, undef, 0.05; require POSIX; POSIX::_exit(0) }
--
our $vID > 0
= child holds the pipe
if (!fork) { select undef, undef, undef, 0.06; syswrite STDOUT, ''; require POSIX; POSIX::_exit(0) }
--
1
= pipe from a program
open our $pID, '-|', 'echo one; echo two'; our $vID = <$pID>;
--
our ($vID, $pID); $vID, scalar <$pID>
= pipe from itself
my $pID = open our $fID, '-|'; if (!$pID) { print STDOUT "of the child $ENV{QUERY_STRING}\n"; close STDOUT; require POSIX; POSIX::_exit(0) }
--
our $fID; scalar <$fID>
= pipe to a program
open our $pID, '|-', 'cat >/dev/null'; print $pID 'x';
--
do { our $pID; close $pID; $? }
= pipe both ends
pipe our $rID, our $wID; syswrite $wID, "through a pipe\n";
--
do { our ($rID, $wID); sysread $rID, my $t, 100; $t }
= IPC Open3
require IPC::Open3; our $pID = IPC::Open3::open3(my $i, our $oID, undef, 'cat'); print $i "to cat\n"; close $i;
--
our $oID; scalar <$oID>
= socket pair
require Socket; socketpair our $aID, our $bID, Socket::AF_UNIX(), Socket::SOCK_STREAM(), 0; syswrite $aID, "over\n";
--
do { our ($aID, $bID); sysread $bID, my $t, 9; $t }
= listening socket
require IO::Socket::INET; our $sID = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1');
--
do { our $sID; my $c = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $sID->sockport); my $a = $sID->accept; print $c "called\n"; close $c; scalar <$a> }
= temporary file
open our $tID, '+>', undef; print $tID "line 1\nline 2\n"; seek $tID, 0, 0; our $vID = <$tID>;
--
our $tID; our $vID, scalar(<$tID>), tell $tID
= File Temp
require File::Temp; our $tID = File::Temp->new; print $tID 'kept'; $tID->flush;
--
our $tID; -s "$tID", -e $tID->filename
= own source open
open our $sID, '<', $0; our $vID = <$sID>;
--
our $sID; our $vID =~ /^#!/, length(<$sID>), $., tell $sID
= stat kept
stat $0; our $vID = -s _;
--
our $vID == -s $0, -x _, -f _
= directory open
opendir our $dID, '/'; our $vID = readdir $dID; our $tID = telldir $dID;
--
do { our ($dID, $vID); rewinddir $dID; $vID eq readdir $dID }
= flock
open our $lID, '<', $0; flock $lID, 5;
--
fileno our $lID > 2
= SQLite
our $dID = eval { require DBI; DBI->connect('dbi:SQLite::memory:', '', '', { RaiseError => 1 }) }; if ($dID) { $dID->do('create table t (a)'); $dID->do('insert into t values (?)', undef, $ENV{QUERY_STRING}); }
--
do { our $dID; $dID ? join '|', map { @$_ } @{ $dID->selectall_arrayref('select * from t') } : 'none' }
= Storable file
require Storable; open my $fID, '+>', undef; Storable::store_fd({ q => $ENV{QUERY_STRING}, l => [1] }, $fID); seek $fID, 0, 0; our $vID = Storable::fd_retrieve($fID);
--
our $vID; $vID->{q}, "@{ $vID->{l} }"
= SDBM
require Fcntl; require SDBM_File; require File::Temp; our $dirID = File::Temp::tempdir(CLEANUP => 1); tie our %dbID, 'SDBM_File', "$dirID/f", Fcntl::O_RDWR() | Fcntl::O_CREAT(), 0600; $dbID{a} = 'in a file';
--
our %dbID; $dbID{a}, scalar keys %dbID
= srand
srand 5; our $vID = int rand 1000;
--
our $vID, int rand 1000
= srand by the request
srand length($ENV{QUERY_STRING} // ''); our $vID = int rand 1000;
--
our $vID, int rand 1000
= shuffle
require List::Util; srand 3; our @vID = List::Util::shuffle(1 .. 5);
--
our @vID; "@vID", join ',', List::Util::shuffle(1 .. 5)
= hash order
our %hID = map { $_ => 1 } 'a' .. 'm'; our $vID = join ',', keys %hID;
--
our %hID; our $vID eq join(',', keys %hID), scalar keys %hID
= each begun
our %hID = (a => 1, b => 2, c => 3); our ($kID) = each %hID;
--
do { our (%hID, $kID); my $n = 0; $n++ while each %hID; $n }
= sort in place
our @lID = (3, 1, 2); @lID = sort { $b <=> $a } @lID;
--
our @lID; "@lID"
= positions
our $sID = 'aXbXc' . ($ENV{QUERY_STRING} // ''); $sID =~ /X/g;
--
our $sID; pos $sID, $sID =~ /X/g ? pos $sID : 'none'
= captures
($ENV{QUERY_STRING} // '') =~ /(?<u>\w+)=?(\w*)/; our $vID = "$+{u} $2";
--
our $vID, $1
= named captures kept
'abc' =~ /(?<m>b)/; our $rID = \%+; our $vID = $+{m};
--
our $vID, scalar keys %+
= once
our $fID = sub { my $n = 0; for (1 .. 2) { $n++ if 'x' =~ m?x? } $n }; our $vID = $fID->();
--
our $vID, our $fID->()
= pattern with code
our $cID = 0; our $rID = qr/a(?{ $cID++ })/; 'aaa' =~ /$rID$rID/;
--
'aa' =~ our $rID, our $cID
= state
use feature 'state'; sub cID { state $n = length($ENV{HTTP_COOKIE} // ''); return $n++ } our $vID = cID();
--
our $vID, cID()
= closure
{ my $n = $ENV{QUERY_STRING}; our $fID = sub { $n .= '.'; $n }; } our $vID = $fID->();
--
our $vID, our $fID->()
= weak
require Scalar::Util; our $sID = { q => $ENV{QUERY_STRING} }; our $wID = $sID; Scalar::Util::weaken($wID);
--
do { our ($sID, $wID); my $d = defined $wID; undef $sID; "$d " . (defined $wID ? 'kept' : 'gone') }
= object that ends
{ package OID; sub DESTROY { print STDOUT "gone $_[0][0] ${^GLOBAL_PHASE}\n" } } our $oID = bless [ $ENV{QUERY_STRING} ], 'OID';
--
ref our $oID
= object that ends at once
{ package OOID; sub DESTROY { our $n++ } } { my $o = bless [], 'OOID'; }
--
$OOID::n
= END with a status
END { print STDOUT "end ID $?\n"; $? = 4 }
--
${^GLOBAL_PHASE}
= phases
our $vID = ${^GLOBAL_PHASE}; our $sID = $^S;
--
our $vID, ${^GLOBAL_PHASE}, our $sID // 'compiles'
= warning switch
our $vID = $^W; $^W = 1;
--
our $vID, $^W
= hints
our $vID = $^H & 2; BEGIN { $^H{mine} = 'ID' }
--
our $vID, (caller 0)[10] // 'no hints'
= special variables
our $vID = "$] $^O $^F ${^TAINT} ${^UNICODE} $^P $^D"; 
--
our $vID, ${^OPEN} // '-', $; eq "\x1c"
= name of the program
our $vID = $0; $0 = 'renamed';
--
our $vID =~ m{([^/]*)\z}, $0
= alias of the name
*nID = \$0; our $vID = our $nID;
--
our ($vID, $nID); $vID eq $nID, $nID eq $0
= alias of the pid
*pID = \$$; our $vID = our $pID;
--
our ($vID, $pID); $pID == $$, $vID == $$ || 'child'
= English
require English; English->import; our $vID = do { no strict; ${'PROCESS_ID'} };
--
our $vID == $$ || 'child'
= errno
$! = 2; our $vID = "$!"; require Errno; our $eID = $!{ENOENT};
--
our $vID, our $eID > 0
= errors kept
eval { die { q => $ENV{QUERY_STRING} } }; our $vID = $@; $? = 256;
--
our $vID->{q}, $? >> 8
= line number
open my $fID, '<', \"a\nb\nc\n"; <$fID>; <$fID>; our $vID = $.;
--
our $vID
= memory handle
open our $mID, '<', \"l1\nl2\nl3\n"; <$mID>;
--
our $mID; scalar(<$mID>), tell $mID
= memory handle written
our $bID = ''; open our $mID, '>', \$bID; print $mID $ENV{QUERY_STRING};
--
do { our ($mID, $bID); print $mID '+'; close $mID; $bID }
= caller
sub calID { return join ',', map { $_ // '-' } (caller 0)[0, 3] } our $vID = calID(); our @cID = caller;
--
our $vID, calID(), scalar(our @cID) >= 0
= file and line
our $vID = __FILE__ =~ s{.*/}{}r . __PACKAGE__;
# line 500 "other.pl"
our $lID = __LINE__ . __FILE__;
--
our $vID =~ s/\A\(eval \d+\)/(eval)/r, our $lID
= loaded files
our $vID = join ',', sort keys %INC;
--
our $vID
= loaded files later
require Text::Abbrev;
--
join ',', sort keys %INC
= folders of modules
our $vID = @INC; unshift @INC, '/nowhere';
--
our $vID, $INC[0], scalar @INC
= hook of INC
push @INC, sub { my ($s, $f) = @_; return if $f ne 'MadeID.pm'; my $t = "package MadeID; our \$q = '" . length($ENV{QUERY_STRING} // '') . "'; sub q { \$q } 1;"; open my $fh, '<', \$t; return $fh }; require MadeID;
--
MadeID->q, ref $INC{'MadeID.pm'} || $INC{'MadeID.pm'}
= object hook of INC
{ package HID; sub HID::INC { my ($s, $f) = @_; return if $f !~ /HookedID/; return \"package HookedID; sub v { 'hooked' } 1;" } } push @INC, bless {}, 'HID'; require HookedID;
--
HookedID->v
= module not there
our $vID = eval { require Not::There::ID; 1 } // 'none'; our $eID = $@ =~ /^Can't locate/;
--
our $vID, our $eID, exists $INC{'Not/There/ID.pm'}
= autoload
sub AUTOLOAD { our $AUTOLOAD; return "auto $AUTOLOAD @_" if $AUTOLOAD !~ /DESTROY/ } our $vID = nothingID(1);
--
our $vID, anotherID(2)
= overridden time
*CORE::GLOBAL::sleep = sub { return "slept @_" }; our $vID = eval 'sleep 1';
--
our $vID, eval 'sleep 2'
= symbol table
${"symID"} = $ENV{QUERY_STRING}; *{"fID"} = sub { ${"symID"} };
--
fID(), exists $main::{symID}, delete($main::{symID}) ? 1 : 0
= glob of files
our @vID = glob '/etc/host*e'; our $nID = () = </etc/pass*d>;
--
our @vID; "@vID", our $nID
= users begun
setpwent; our $vID = getpwent; our $uID = getpwuid $<;
--
our $vID, scalar getpwent, our $uID
= groups begun
our $vID = getgrent;
--
our $vID, scalar(getgrent), $( == $(
= services begun
our $vID = getservent; our $pID = getservbyname('http', 'tcp');
--
our $vID // '-', our $pID // '-', scalar(getservent) // '-'
= time zone
$ENV{TZ} = 'Asia/Tokyo'; require POSIX; POSIX::tzset(); our $vID = localtime 0;
--
our $vID, scalar localtime 86_400
= locale
require POSIX; our $vID = POSIX::setlocale(POSIX::LC_ALL(), 'C.UTF-8'); our $wID = POSIX::setlocale(POSIX::LC_NUMERIC());
--
our $vID // '-', our $wID // '-', POSIX::setlocale(POSIX::LC_CTYPE()), POSIX::localeconv()->{decimal_point}
= directory changed
require Cwd; chdir '/usr'; our $vID = Cwd::getcwd();
--
our $vID, Cwd::getcwd(), -d 'bin'
= umask
our $vID = umask 027;
--
our $vID != umask, umask
= priority
our $vID = getpriority 0, 0; setpriority 0, 0, 3;
--
our $vID, getpriority 0, 0
= session
require POSIX; our $vID = POSIX::setsid() // 'none'; our $gID = getpgrp;
--
our $gID == getpgrp
= digest begun
require Digest::MD5; our $dID = Digest::MD5->new; $dID->add($ENV{QUERY_STRING} // '');
--
our $dID->add('more')->hexdigest
= digest of SHA begun
require Digest::SHA; our $dID = Digest::SHA->new(256); $dID->add($ENV{HTTP_COOKIE} // '');
--
substr our $dID->add('more')->hexdigest, 0, 20
= compression begun
require Compress::Raw::Zlib; our ($zID) = Compress::Raw::Zlib::Deflate->new(-AppendOutput => 1); our $oID = ''; $zID->deflate(('text ' x 50) . ($ENV{QUERY_STRING} // ''), $oID);
--
do { our ($zID, $oID); $zID->flush($oID); unpack('H*', substr $oID, 0, 12) . length $oID }
= encoding
require Encode; our $eID = Encode::find_encoding('iso-8859-15'); our $vID = $eID->encode("\x{20ac}" . ($ENV{QUERY_STRING} // ''));
--
unpack('H4', our $vID), length our $eID->decode("\xa4")
= dumper settings
require Data::Dumper; $Data::Dumper::Indent = 0; $Data::Dumper::Sortkeys = 1; our $vID = Data::Dumper->Dump([ { q => $ENV{QUERY_STRING} } ], ['x']);
--
our $vID, Data::Dumper::Dumper([1])
= JSON
require JSON::PP; our $jID = JSON::PP->new->canonical; our $vID = $jID->encode({ q => $ENV{QUERY_STRING}, n => 1.5 });
--
our $vID, our $jID->decode('[true]')->[0] ? 'true' : 'false'
= threads
our $vID = eval { require threads; threads->create(sub { "in a thread " . ($ENV{QUERY_STRING} // '') })->join } // $@;
--
our $vID, scalar threads->list
= source filter
BEGIN { require Filter::Util::Call; } Filter::Util::Call::filter_add(sub { my $s = Filter::Util::Call::filter_read(); s/FILTERED/length(\$ENV{QUERY_STRING} \/\/ '')/g if $s > 0; $s });
--
'FILTERED'
= DATA read
our $vID = fileno DATA;
--
scalar(<DATA>), tell(DATA) > 0, do { seek DATA, -6, 2; scalar <DATA> }
= DATA in a child
our $vID = 1;
--
do { my $p = open my $f, '-|'; if (!$p) { print STDOUT scalar <DATA>; close STDOUT; require POSIX; POSIX::_exit(0) } my $t = <$f>; close $f; $t }, scalar(<DATA>) ? 'more' : 'none'
= pointer
our $sID = 'pointed at ' . ($ENV{QUERY_STRING} // ''); our $pID = pack 'p', $sID;
--
unpack 'p', our $pID
= field hash
require Hash::Util::FieldHash; Hash::Util::FieldHash::fieldhash(our %fID); our $oID = {}; $fID{$oID} = $ENV{QUERY_STRING};
--
do { our (%fID, $oID); my $v = $fID{$oID}; undef $oID; "$v " . keys %fID }
= inside out
require Scalar::Util; our $oID = []; our %nID = (Scalar::Util::refaddr($oID) => $ENV{HTTP_COOKIE});
--
our (%nID, $oID); $nID{ Scalar::Util::refaddr($oID) }
= locked hash
require Hash::Util; our %hID = (q => $ENV{QUERY_STRING}); Hash::Util::lock_hash(%hID);
--
do { our %hID; eval { $hID{other} = 1 }; $@ =~ /disallowed/ ? "locked $hID{q}" : 'open' }
= read only
Internals::SvREADONLY(our $vID = $ENV{QUERY_STRING}, 1);
--
do { eval { our $vID .= 'x' }; $@ ? 'read-only' : 'written' }
= overload constants
{ package OCID; sub import { overload::constant(integer => sub { $_[1] * 2 }) } } require overload; our $vID = eval 'BEGIN { OCID->import } 21';
--
our $vID
= tied scalar
{ package TSID; sub TIESCALAR { bless [0] } sub FETCH { "fetched " . $_[0][0]++ . ($ENV{QUERY_STRING} // '') } } tie our $tID, 'TSID'; our $vID = "$tID";
--
our ($vID, $tID); $vID, "$tID"
= tied signals
our $vID = exists $SIG{INT}; { local $SIG{TERM} = sub { our $gotID = 1 }; kill TERM => $$; }
--
our $gotID, defined $SIG{TERM} || 0
= local of special variables
{ local $0 = 'local'; local $/ = 'x'; local $| = 1; local $, = 1; our $vID = $0; }
--
our $vID, $0 =~ m{([^/]*)\z}, length $/, defined $, || 0
= many values
our @vID = map { { n => $_ } } 1 .. 5000; our %hID = map { $_ => [$_] } 1 .. 2000;
--
our (@vID, %hID); scalar(@vID), $hID{7}[0], $vID[-1]{n}++
= deep recursion
sub deepID { my $n = shift; return $n ? 1 + deepID($n - 1) : 0 } our $vID = deepID(900);
--
our $vID, deepID(1200)
= sub redefined
sub reID { 'first' } our $vID = reID(); *reID = sub { "second $ENV{QUERY_STRING}" };
--
our $vID, reID()
= string eval
our $vID = eval 'my $q = $ENV{QUERY_STRING}; sub evID { "made $q" } evID()';
--
our $vID, evID()
= utf8
require utf8; our $vID = "\x{e4}" . ($ENV{QUERY_STRING} // ''); utf8::upgrade($vID); our $lID = length $vID; utf8::encode(our $eID = $vID);
--
our $lID, length our $eID, lc(our $vID) eq our $vID
= case tables
our $vID = "\x{1c4}" =~ /\p{Lt}|\p{Lu}/ ? 1 : 0; our $wID = lc("\x{130}"); our $nID = "\x{664}" =~ /\d/;
--
our $vID, length our $wID, our $nID, "\x{df}" =~ /ss/i || 0
= sprintf of a locale
use locale; our $vID = sprintf '%.2f', 1.5;
--
our $vID
= wait without children
our $vID = wait; our $sID = $?;
--
our $vID, our $sID, wait
= system
our $vID = system 'exit 3'; our $sID = $?;
--
our $vID >> 8, our $sID >> 8, system('true')
= system writes
system 'true'; our $vID = `echo "\$REQUEST_METHOD \$0"`;
--
our $vID =~ s/ .*//sr
= kill zero
our $vID = kill 0, getppid;
--
kill(0, $$), defined our $vID
= exit in INIT
INIT { our $initID = ${^GLOBAL_PHASE} }
--
our $initID // 'none'
= mmap layer
open our $fID, '<:mmap', $0; our $vID = <$fID>;
--
our ($vID, $fID); $vID =~ /^#!/, length <$fID>
= encoding layer
open our $mID, '<:encoding(UTF-8)', \"\xc3\xa4\nb\n"; our $vID = <$mID>;
--
our ($vID, $mID); length $vID, scalar <$mID>
= big numbers
require Math::BigInt; our $vID = Math::BigInt->new(3)->bpow(length($ENV{QUERY_STRING} // '') + 20);
--
our $vID, our $vID->copy->binc
= vectors
vec(our $vID, 3, 8) = 65; our $lID = \substr(our $sID = 'lvalue ' . ($ENV{QUERY_STRING} // ''), 0, 6);
--
do { our ($lID, $sID); $$lID = 'L'; $sID }, our $vID =~ tr/A//
= prototype and attributes
sub lvID :lvalue { our $storeID } lvID() = $ENV{QUERY_STRING};
--
lvID(), our $storeID
= lexical of the file
my $lexID = $ENV{QUERY_STRING}; our $closedID = sub { \$lexID };
--
${ our $closedID->() }
= version objects
our $vID = version->declare('v1.2.' . length($ENV{QUERY_STRING} // ''));
--
our $vID, $vID > version->parse('1.1')
= mro
{ package MAID; sub m { 'A' } package MBID; our @ISA = 'MAID'; } our $vID = MBID->m; *MAID::m = sub { 'again' };
--
our $vID, MBID->m, do { @MBID::ISA = (); MBID->can('m') ? 'can' : 'cannot' }
= CGI object
require CGI; our $qID = CGI->new;
--
our $qID; scalar($qID->param('user')) // '-', $qID->cookie('sid') // '-', join ',', sort $qID->param
= CGI function
require CGI; CGI->import(':standard'); our $vID = CGI::param('user'); our $bID = CGI::param('body');
--
our $vID // '-', our $bID // '-', CGI::request_method()
= Carp
require Carp; our $vID = eval { Carp::croak('croaked') } // $@ =~ s/ at .*//sr;
--
our $vID, eval { Carp::confess('c') } // $@ =~ /^c at/
= hostname
require Sys::Hostname; our $vID = Sys::Hostname::hostname();
--
length our $vID > 0, our $vID eq `uname -n` =~ s/\n//r
= rlimits
our $vID = do { open my $f, '<', '/proc/self/limits'; local $/; (<$f> =~ /Max open files\s+(\d+)/)[0] };
--
our $vID > 0
= lock of the process
require Fcntl; require IO::File; our $lID = IO::File->new_tmpfile; fcntl $lID, Fcntl::F_SETLK(), pack 's s l! l! i', Fcntl::F_WRLCK(), 0, 0, 0, 0;
--
do { our $lID; my $p = open my $f, '-|'; if (!$p) { my $l = pack 's s x4 l! l! i x4', Fcntl::F_WRLCK(), 0, 0, 0, 0; my $got = fcntl $lID, Fcntl::F_GETLK(), $l; print STDOUT $got ? (unpack 's', $l) != Fcntl::F_UNLCK() ? 'held' : 'free' : 'none'; close STDOUT; require POSIX; POSIX::_exit(0) } my $t = <$f>; close $f; $t }
= a descriptor for programs
{ local $^F = 20; open our $fID, '+>', undef; syswrite $fID, "for a program\n"; } seek our $fID, 0, 0;
--
do { our $fID; my $n = fileno $fID; `cat <&$n` }
= dup2 of POSIX
require POSIX; our $nID = POSIX::dup2(1, 55);
--
do { our $nID; POSIX::write(55, "by a number\n", 12); $nID }
= children ignored
$SIG{CHLD} = 'IGNORE'; our $vID = system 'true'; our $wID = wait;
--
our $vID, our $wID, $SIG{CHLD} = 'DEFAULT'
= children handled
$SIG{CHLD} = sub { our $nID++ }; system 'true'; my $pID = fork; if (!$pID) { require POSIX; POSIX::_exit(0) } waitpid $pID, 0;
--
(our $nID) > 0, delete $SIG{CHLD} ? 1 : 0
= status of children
system 'exit 4'; our $vID = ${^CHILD_ERROR_NATIVE} >> 8;
--
our $vID, ${^CHILD_ERROR_NATIVE} >= 0
= memory file by its number
our $fID = syscall 319, "x", 0; our $wID; open $wID, '+<&=', $fID if $fID > 2; syswrite $wID, "in memory\n";
--
do { our $wID; sysseek $wID, 0, 0; sysread $wID, my $t, 99; $t }
= timer in a descriptor
our $fID = syscall 283, 1, 0; my $tID = pack 'q4', 0, 0, 0, 200_000_000; syscall 286, $fID, 0, $tID, 0; our $rID; open $rID, '<&=', $fID;
--
do { our $rID; my $bits = ''; vec($bits, fileno $rID, 1) = 1; select($bits, undef, undef, 3) }
= affinity
my $mID = pack 'Q', 1; our $vID = syscall 203, 0, 8, $mID;
--
do { my $m = "\0" x 128; syscall 204, 0, 128, $m; unpack 'Q', $m }, our $vID
= limit by a call
my $rID = pack 'QQ', 77, 99; our $vID = syscall 302, 0, 7, $rID, 0;
--
our $vID, `ulimit -n`
= kernel name
syscall 157, 15, "named$$";
--
do { open my $f, '<', '/proc/self/comm'; <$f> eq "named$$\n" || 'child' }
= shared memory
require IPC::SysV; our $mID = shmget 0, 4096, 0600 | 01000; shmwrite $mID, $ENV{QUERY_STRING}, 0, length $ENV{QUERY_STRING};
--
do { our $mID; shmread $mID, my $t, 0, 10; shmctl $mID, 0, 0 if ${^GLOBAL_PHASE} eq 'RUN'; $t =~ s/\0.*//sr }
= select on STDIN
vec(my $bID = '', 0, 1) = 1; our $vID = select $bID, undef, undef, 0.5;
--
our $vID, scalar <STDIN>
= open pragma
use open IO => ':utf8'; open our $tID, '+>', undef; print $tID chr 9786; seek $tID, 0, 0;
--
do { our $tID; join(',', PerlIO::get_layers($tID)), length <$tID> }
= glob begun
our $vID = glob '/etc/{passwd,group,hosts}'; our $cID = 0;
--
our $vID, scalar(glob '/etc/{passwd,group,hosts}')
= via layer
{ package ViaID; sub PUSHED { bless {} } sub FILL { my ($s, $f) = @_; my $l = <$f>; defined $l ? uc $l : undef } } $INC{'ViaID.pm'} = 1; our $vID = eval { require PerlIO::via; open my $f, '<:via(ViaID)', '/etc/hostname' or die $!; scalar <$f> };
--
our $vID eq uc our $vID
= shared by threads
our $qID = eval { require threads; require threads::shared; my $s = threads::shared::shared_clone({ q => $ENV{QUERY_STRING} }); threads->create(sub { $s->{q} .= '!' })->join; $s };
--
our $qID ? our $qID->{q} : 'none'
= syslog opened
require Sys::Syslog; Sys::Syslog::setlogsock('native') if 0; our $vID = Sys::Syslog::xlate('user');
--
our $vID
= Time Piece
require Time::Piece; our $tID = Time::Piece::gmtime(0); our $nID = Time::Piece::localtime();
--
our $tID->ymd, abs(our $nID->epoch - time) < 2
= uname and load
require POSIX; our ($vID) = POSIX::uname(); our $cID = POSIX::sysconf(POSIX::_SC_CLK_TCK()); our $tID = (POSIX::times())[0];
--
our $vID, our $cID, (POSIX::times())[0] - (our $tID) < 300
= session of the terminal
require POSIX; our $vID = POSIX::ttyname(0) // 'none'; our $cID = POSIX::ctermid(); our $tID = -t STDIN || 0;
--
our $vID, our $cID, our $tID
= nice
require POSIX; our $vID = POSIX::nice(4);
--
our $vID, getpriority 0, 0
= groups of the user
our $vID = "$( $)"; our $uID = "$< $>"; our $nID = getpwuid $>;
--
"$( $)" eq our $vID, "$< $>" eq our $uID, our $nID
= file made beside
our $nID = "made-ID-$$"; open my $fID, '>', "/tmp/$nID"; print $fID 'x'; close $fID;
--
do { our $nID; my $d = -s "/tmp/$nID"; $d // '-' }, unlink "/tmp/" . our $nID
= date of a file
our $vID = (stat '/etc/passwd')[9]; our @lID = lstat '/etc/passwd'; utime 1, 1, '/dev/null/none';
--
our $vID == (stat '/etc/passwd')[9], -l _ || 0
= a name of a handle
our $hID = 'NAMED_ID'; open $hID, '<', '/etc/hostname'; our $vID = <$hID>;
--
defined our $vID, eof(NAMED_ID), fileno(NAMED_ID) > 2
= stash entry copied
*{"main::copyID"} = \&{"show"}; our $vID = \&copyID == \&show; local *tmpID = sub { 7 }; our $wID = tmpID();
--
our $vID, our $wID
= attribute handlers
our $vID = eval 'package AtID; sub MODIFY_CODE_ATTRIBUTES { shift; our @seen = @_; () } sub with :Mine { 3 } scalar @seen'; our $eID = $@;
--
our $vID // our $eID
= signatures and tries
our $vID = eval 'use feature qw(signatures try); no warnings; sub sgID ($a, $b = length($ENV{QUERY_STRING} // "")) { $b } try { die "t\n" } catch ($e) { our $cID = $e } sgID(1)';
--
our $vID, our $cID
= memoized
require Memoize; sub moID { $ENV{QUERY_STRING} . ++our $callsID } Memoize::memoize('moID'); our $vID = moID();
--
our $vID, moID(), our $callsID
= Getopt on words
require Getopt::Long; our $oID; Getopt::Long::GetOptionsFromArray([@ARGV, '--x=1'], 'x=s' => \$oID);
--
our $oID
= data of another package
{ package DataID; our $hID = eval { fileno DATA } // 'none'; }
--
$DataID::hID
