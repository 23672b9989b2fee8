package Mehari::Test::Cgi::Case;

# One case: a script, what is sent to it, and the directory in which it is
# served and leaves files.

use Mehari::Perl;
use File::Basename qw(dirname);
use File::Find     qw(find);
use File::Path     qw(make_path remove_tree);
use Time::HiRes    qw(sleep time);

use Mehari::Test             qw(read_file write_file);
use Mehari::Test::Cgi::Steps qw(parse_steps);

my $PATIENCE  = 10;               # seconds
my $INSTALLED = 1_600_000_000;    # a time in 2020

# All cases below $dir, in the order of their names.
sub all ($class, $dir) {
    return map { $class->new($dir, $_) }
        sort map { s{\A\Q$dir\E/(.*)\.pl\z}{$1}r } glob "$dir/*/*.pl";
}

sub new ($class, $dir, $name) {
    my $self = bless { name => $name, from => "$dir/$name" }, $class;
    $self->{script} = ($name =~ s{.*/}{}r) . '.pl';
    return $self;
}

sub name ($self) { return $self->{name} }
sub url  ($self) { return "/$self->{name}" }
sub dir  ($self) { return $self->{dir} }

# The text of one of the files beside the script, or undef.
sub text ($self, $suffix) {
    my $file = "$self->{from}.$suffix";
    return -e $file ? read_file($file) : undef;
}

# The parts of an answer that may differ: those that <name>.differs has in its
# second line, "only: log access".
sub may_differ ($self) {
    my $text = $self->text('differs') // return;
    my ($only) = $text =~ /^only: (.*)/m;
    return defined $only ? split(' ', $only) : ('everything');
}

# Returns the reason why the case may differ, a line of docs/differences.md, or
# undef.
sub reason_to_differ ($self) {
    my $text = $self->text('differs') // return undef;
    return (split /\n/, $text)[0];
}

# Gives the case its place under this document root; filled() puts that into the
# texts of the case.
sub place ($self, $tree) {
    $self->{dir} = "$tree/$self->{name}";
    return $self;
}

sub filled ($self, $text, $handler) {
    my %value = (
        URL     => $self->url,
        DIR     => $self->dir,
        SCRIPT  => $self->{script},
        HANDLER => $handler,
    );
    return $text =~ s/\$\{(URL|DIR|SCRIPT|HANDLER)\}/$value{$1}/gr;
}

sub steps ($self) {
    return $self->{steps}
        //= [
        parse_steps($self->filled($self->text('request') // 'GET', '')) ];
}

sub changes_files ($self) {
    return grep { $_->{words} && $_->{method} ne 'WAIT' } @{ $self->steps };
}

# True if mod_cgid cannot be the reference: it loses, for example, the response of
# a script that does not read its input.
sub needs_mod_cgi ($self) {
    return 1 if $self->{left_to_mod_cgi};
    return grep { $_->{option} && $_->{option}{mod_cgi} } @{ $self->steps };
}

# Some releases of mod_cgid refuse environments that mod_cgi takes.
sub was_refused ($self) {
    return grep { $_->is_refused } @{ $self->{expected}{answers} };
}

sub leave_to_mod_cgi ($self) {
    delete $self->{expected};
    $self->{left_to_mod_cgi} = 1;
    return;
}

# True if the case limits its memory to less than a sanitizer maps.
sub limits_memory ($self) {
    return ($self->text('htaccess') // '') =~ /^RLimitMEM/m;
}

# --- its directory ----------------------------------------------------------

# Makes the directory as new; { work => 1 } leaves what the script has written.
sub install ($self, $handler, %keep) {
    my $dir = $self->dir;
    for my $old (glob "\Q$dir\E/{*,.h*}") {
        remove_tree($old) if !$keep{work} || $old ne "$dir/work";
    }
    make_path("$dir/work");
    chmod 0777, "$dir/work";
    install_text($self->script_text, "$dir/$self->{script}", 0755);
    $self->install_files;
    my $htaccess = $self->text('htaccess') // return;
    write_file("$dir/.htaccess", $self->filled($htaccess, $handler));
    return;
}

# Returns the script, with "#!/usr/bin/perl" in front unless it has such a line. A
# case about the source of a script is left as it is.
sub script_text ($self) {
    my $text  = $self->text('pl');
    my $whole = $text =~ /\A#!/ || $self->{name} =~ m{\Asource/};
    return $whole ? $text : "#!/usr/bin/perl\n$text";
}

sub install_files ($self) {
    my $from = "$self->{from}.files";
    return if !-d $from;
    find(
        {
            no_chdir => 1,
            wanted   => sub {
                my $to = $self->dir . substr $_, length $from;
                return make_path($to) if -d && !-l;
                copy($_, $to, -x ? 0755 : 0644);
            },
        },
        $from
    );
    return;
}

sub copy ($from, $to, $mode) {
    return symlink readlink $from, $to if -l $from;
    return install_text(read_file($from), $to, $mode);
}

# The file's time is long ago, as of any installed program, and the same for all
# files, because httpd sends it as Last-Modified.
sub install_text ($text, $to, $mode) {
    write_file($to, $text, $mode);
    utime $INSTALLED, $INSTALLED, $to
        or die "Cannot set the time of $to: $!.\n";
    return;
}

# Returns the name, mode and content of everything in the directory but the
# configuration, which names the handler.
sub snapshot ($self) {
    my @seen;
    find(
        {
            no_chdir => 1,
            wanted   => sub {
                return if m{/\.htaccess\z};
                push @seen, entry($_, substr $_, length $self->dir);
            },
        },
        $self->dir
    );
    return join '', sort @seen;
}

sub entry ($file, $name) {
    return "$name -> " . readlink($file) . "\n" if -l $file;
    my $mode = sprintf '%04o', (lstat $file)[2] & 07777;
    return "$name/ $mode\n"        if -d _;
    return "$name $mode special\n" if !-f _ || !-r _;
    return "$name $mode\n" . read_file($file) =~ s/^/    /gmr . "\n";
}

# --- steps that are not requests --------------------------------------------

my %DO = (
    WRITE  => \&write_step,
    REMOVE => sub ($dir, $name) { remove_tree("$dir/$name") },
    LINK   => sub ($dir, $name, $to) { symlink $to, "$dir/$name" },
    CHMOD  => sub ($dir, $name, $mode) { chmod oct $mode, "$dir/$name" },
    MKDIR  => sub ($dir, $name) { make_path("$dir/$name") },
    WAIT   => \&wait_step,
);

sub do_step ($self, $step) {
    my @words = map { s/%([0-9A-F]{2})/chr hex $1/ger } @{ $step->{words} };
    push @words, ($step->{body} // '') . "\n" if $step->{method} eq 'WRITE';
    return $DO{ $step->{method} }->($self->dir, @words);
}

# Writes a file under another name first, and renames it, as an editor or a
# package manager does.
sub write_step ($dir, $name, $mode, $text = undef) {
    ($mode, $text) = ('0755', $mode) if !defined $text;
    write_file("$dir/$name.new", $text, oct $mode);
    return rename "$dir/$name.new", "$dir/$name";
}

sub wait_step ($dir, $name) {
    my $end = time + $PATIENCE;
    sleep 0.002 until -e "$dir/$name" || time > $end;
    return;
}

1;
