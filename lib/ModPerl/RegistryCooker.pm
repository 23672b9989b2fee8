package ModPerl::RegistryCooker;

# A script is compiled here, above every pragma and every lexical of this file,
# because these would otherwise be in force, or visible, in the script.
sub evaluate { return eval ${ $_[0] } }

use Mehari::Perl;
use filetest 'access';
no warnings 'once';

use Cwd                   ();
use Errno                 ();
use File::Basename        ();
use File::Spec::Functions ();

# Scripts and subclasses use some of these without a `use` of their own, because
# mod_perl has them here: t/api/symbols.t has the list.
use APR::Const -compile => qw(FILETYPE_REG);
use APR::Finfo      ();
use APR::Status     ();
use APR::Table      ();
use Apache2::Access ();
use Apache2::Const -compile => qw(:common OPT_EXECCGI);
use Apache2::Log                   ();
use Apache2::RequestIO             ();
use Apache2::RequestRec            ();
use Apache2::RequestUtil           ();
use Apache2::Response              ();
use Apache2::ServerRec             ();
use Apache2::ServerUtil            ();
use Mehari::Registry::Source       qw(escape end_marker closing data_handle);
use Mehari::Registry::Surroundings qw(
    home_dir note_startup hide_required forget_required open_data close_data
);
use ModPerl::Const -compile => qw(EXIT);
use ModPerl::Global ();
use ModPerl::Util   ();

our $VERSION = '2.000013';

# httpd's own numbers (httpd.h, http_core.h), repeated here so that Perl inlines
# them.
use constant {
    OK           => 0,
    DECLINED     => -1,
    FORBIDDEN    => 403,
    NOT_FOUND    => 404,
    SERVER_ERROR => 500,
    OPT_EXECCGI  => 8,
    EXIT         => 120_000,
};

# mod_perl's names for a subclass; the bits are for $DEBUG.
use constant {
    D_NONE         => 0,
    D_ERROR        => 1,
    D_WARN         => 2,
    D_COMPILE      => 4,
    D_NOISE        => 8,
    IS_WIN32       => 0,
    NAMESPACE_ROOT => 'ModPerl::ROOT',
};

# Names for a subclass's table when a step has a fixed answer.
use constant { TRUE => 1, FALSE => 0 };
sub NOP { return OK }

# Error messages kept in %@ under the URI; a client must not make it grow.
use constant MAX_ERRORS => 100;

our $NameWithVirtualHost = 1;
our $DEBUG               = 0;

# {class}{filename} => package, only for scripts that did compile, so that
# requests for files that do not exist leave nothing here.
our %Namespace;

# package => filename: "/a/b_c.pl" and "/a/b/c.pl" want the same name.
our %Owner;

# Keys of %SIG that are no signals.
my @HOOKS = qw(__DIE__ __WARN__);

# ---- life of one request -------------------------------------------------

sub handler : method {
    my $class = @_ >= 2 ? shift : __PACKAGE__;
    return $class->new($_[0])->default_handler;
}

sub new {
    my ($class, $r) = @_;
    my $self = bless {}, $class;
    $self->init($r);
    return $self;
}

sub init {
    my ($self, $r) = @_;
    @$self{qw(REQ URI FILENAME)} = ($r, $r->uri, $r->filename);
    return;
}

sub default_handler {
    my $self = shift;

    note_startup();
    $self->make_namespace;
    my $stale = $self->should_compile;

    # Checked for every request, because a script in memory proves neither
    # that this URI's Options allow it nor that its file may still be read.
    my $rc = $self->can_compile;
    return $rc if $rc != OK;

    if ($stale) {
        $rc = $self->convert_script_to_compiled_handler;
        return $rc if $rc != OK;
    }
    return $self->run_and_take_status;
}

# A script says $r->status(404) where a handler would return 404. If it has also
# set a status line, as a "Status:" header does, it has answered by itself.
sub run_and_take_status {
    my $self   = shift;
    my $r      = $self->{REQ};
    my $before = $r->status;
    my $rc     = $self->run;
    my $after  = $r->status;

    return $rc if $after == $before || ($rc == OK && $r->status_line);
    $r->status($before);
    return $rc == OK ? $after : $rc;
}

sub run {
    my $self = shift;
    my ($r, $package) = @$self{qw(REQ PACKAGE)};
    my $home  = home_dir();
    my $entry = $self->{ENTRY} || $self->cache_table->{$package} || {};
    my $cv
        = $entry->{cv} || do { no strict 'refs'; \&{"${package}::handler"} };
    my $hidden = $self->{HIDDEN};
    $hidden ||= hide_required() if $self->should_reset_inc_hash;

    $self->chdir_file;
    open_data($entry)           if $entry->{data};
    set_hooks($entry->{hooks})  if $entry->{hooks};
    find_bin($self->{FILENAME}) if $entry->{finds};

    # Not "local $0 = ...": its magic is a system call that renames the
    # process, twice a request.
    local *0 = \(my $name = $self->get_script_name);

    eval { $cv->($r); 1 };
    my $rc = $self->error_check;

    # Called for every script, because a file that it required at run time may
    # have END blocks. The page is complete by now, so a failure is only
    # logged.
    eval { ModPerl::Global::special_list_call(END => $package); 1 };
    $self->error_check;

    close_data($entry)       if $entry->{data};
    forget_required($hidden) if $hidden;
    undef $cv;
    $self->flush_namespace;
    $self->chdir_file($home);
    return $rc;
}

# ---- names ---------------------------------------------------------------

sub make_namespace {
    my $self  = shift;
    my $file  = $self->{FILENAME};
    my $known = $Namespace{ ref $self };

    if ($known and my $package = $known->{$file}) {
        return $self->{PACKAGE} = $package;
    }

    my $package
        = $self->namespace_root . '::' . escape($self->namespace_from);
    if ($self->named_by_file) {
        $package .= '_' while ($Owner{$package} // $file) ne $file;
    }
    return $self->{PACKAGE} = $package;
}

sub namespace_root {
    return 'ModPerl::ROOT::' . ref shift;
}

sub namespace_from_filename {
    return join '_', grep { length } split m{/}, $_[0]{FILENAME};
}

sub namespace_from_uri {
    my $self = shift;
    my ($r, $uri) = @$self{qw(REQ URI)};

    # Cuts by length, not by a pattern, because the client chose these
    # characters.
    my $info = $r->path_info // '';
    my $base = length($uri) - length $info;
    $uri = substr $uri, 0, $base
        if length $info && $base >= 0 && substr($uri, $base) eq $info;

    my $host
        = $NameWithVirtualHost && $r->server->is_virtual
        ? $r->get_server_name
        : undef;
    return join '_', grep { defined && length } $host, split m{/}, $uri;
}

# True if the package name depends on class and file only. Only such names may
# be remembered.
sub named_by_file {
    my $self = shift;
    return $self->can('namespace_from') == \&namespace_from_filename
        && $self->can('namespace_root') == \&namespace_root;
}

# ---- may it run, must it be compiled -------------------------------------

sub stat_file {
    my $self = shift;
    return $self->{STAT} //= do {
        my @stat = stat $self->{FILENAME};
        $self->{MISSING} = !@stat && ($!{ENOENT} || $!{ENOTDIR});
        \@stat;
    };
}

sub can_compile {
    my $self = shift;
    my ($r, $file) = @$self{qw(REQ FILENAME)};

    my $stat = $self->stat_file;

    # httpd answers 404, and logs it as it does for any file.
    return DECLINED if $self->{MISSING};
    if (!@$stat) {
        $r->log_error("$file not found or unable to stat [MH2040]");
        return NOT_FOUND;
    }

    # S_IFMT, S_IFREG: a directory is for mod_dir and mod_autoindex to answer.
    return DECLINED if ($stat->[2] & 0170000) != 0100000;

    if (!-r $file) {
        $r->log_error("$file: file permissions deny server access [MH2041]");
        return FORBIDDEN;
    }
    if (!($r->allow_options & OPT_EXECCGI)) {
        # The same line as mod_perl's, which has no blank before the file.
        $r->log_error(
            "Options ExecCGI is off in this directory$file [MH2042]");
        return FORBIDDEN;
    }
    @$self{qw(SIZE MTIME)} = @$stat[ 7, 9 ];
    return OK;
}

sub should_compile_once {
    return !$_[0]->is_cached;
}

# The size counts, too, because two changes within one second have the same
# mtime.
sub should_compile_if_modified {
    my $self = shift;
    return TRUE if !$self->is_cached;
    my $entry = $self->cache_table->{ $self->{PACKAGE} };
    my $stat  = $self->stat_file;
    return TRUE if !@$stat || $stat->[9] != $entry->{mtime};
    return defined $entry->{size} && $stat->[7] != $entry->{size};
}

# ---- the cache -----------------------------------------------------------

sub cache_table_common { return \%ModPerl::RegistryCache }

sub cache_table_local {
    my $class = ref $_[0] || $_[0];
    no strict 'refs';
    return \%{"${class}::RegistryCache"};
}

sub is_cached {
    my $self  = shift;
    my $entry = $self->cache_table->{ $self->{PACKAGE} };
    return $entry && exists $entry->{mtime};
}

sub cache_it {
    my $self = shift;
    $self->cache_table->{ $self->{PACKAGE} } = $self->{ENTRY}
        || { mtime => $self->{MTIME} };
    return;
}

# A method, and a function for the script that wants to be compiled again.
sub uncache_myself {
    my $self = shift;
    if (!ref $self) {
        delete cache_table_common()->{ scalar caller };
        return;
    }
    delete $self->cache_table->{ $self->{PACKAGE} };
    delete $self->{ENTRY};
    return;
}

# ---- from file to sub ----------------------------------------------------

sub convert_script_to_compiled_handler {
    my $self = shift;

    my $rc = $self->read_script;
    return $rc if $rc != OK;

    # Before compiling: a library may be required from a BEGIN block.
    $self->{HIDDEN} = hide_required()
        if $self->should_reset_inc_hash;
    $self->chdir_file;
    my $finds  = ${ $self->{CODE} } =~ /\bFindBin\b/;
    my $source = $self->wrap_source;
    my @before = @SIG{@HOOKS};
    find_bin($self->{FILENAME}) if $finds;
    $rc = $self->compile(\$source);
    my $hooks = hooks_since(@before);
    $self->chdir_file(home_dir());

    if ($rc != OK) {
        forget_required($self->{HIDDEN})
            if $self->{HIDDEN};
        $self->uncache_myself;
        return $rc;
    }
    $self->note_compiled;
    $self->{ENTRY}{hooks} = $hooks if $hooks;
    $self->{ENTRY}{finds} = 1      if $finds;
    offer_short_way($self->{ENTRY});
    $self->cache_it;
    return OK;
}

# FindBin looks at $0 when it is loaded, and is loaded once for all scripts: so
# a script that uses FindBin gets its own folder here.
sub find_bin {
    local *0 = \(my $name = shift);
    eval { require FindBin; FindBin::again(); 1 };
    return;
}

# A hook that "use CGI::Carp qw(fatalsToBrowser)" has set during compilation is
# for each request of the script, and is removed after the request.
sub hooks_since {
    my @before = @_;
    my %set;
    for my $i (0 .. $#HOOKS) {
        my $now = $SIG{ $HOOKS[$i] };
        $set{ $HOOKS[$i] } = $now
            if defined $now && $now ne ($before[$i] // '');
    }
    return \%set if %set;
    return undef;
}

sub set_hooks {
    my $hooks = shift;
    $SIG{$_} = $hooks->{$_} for keys %$hooks;
    return;
}

sub read_script {
    my $self = shift;
    return OK if eval { $self->{CODE} = $self->{REQ}->slurp_filename(0); 1 };

    my $error = $@;
    $self->log_error("$error", 'MH2044');
    if (ref $error) {
        return FORBIDDEN if $error == Errno::EACCES;
        return NOT_FOUND if $error == Errno::ENOENT;
    }
    return SERVER_ERROR;
}

sub wrap_source {
    my $self = shift;
    my $code = $self->{CODE};

    $$code =~ s/\A\xEF\xBB\xBF// and $self->{SKIPPED} = 3;
    my $prologue = $self->shebang_to_perl;
    $prologue = '$_[0]->assbackwards(1);' . $prologue
        if $self->{FILENAME} =~ m{/nph-[^/]*\z};
    $self->strip_end_data_segment;

    # The script may have a "sub handler" of its own, which must stay.
    $self->{SUB}
        = $$code =~ /\bsub\s+handler\b/ ? '__registry_script' : 'handler';

    return join '', 'package ', $self->{PACKAGE}, ';sub ', $self->{SUB}, ' {',
        $prologue, $self->get_mark_line, $$code,
        closing($code, defined $self->{DATA_AT});
}

# $^W would reach every module of the server: only the script gets warnings.
sub shebang_to_perl {
    my $self = shift;
    my ($line) = ${ $self->{CODE} } =~ /\A(#!.*)/ or return '';
    my (undef, @words) = split ' ', $line;

    my $prepend = '';
    for my $word (@words) {
        last                        if substr($word, 0, 2) eq '--';
        next                        if substr($word, 0, 1) ne '-';
        $prepend .= 'use warnings;' if index($word, 'w') > 0;
        $self->{REQ}->log_error('-T switch is ignored, enable with'
                . " 'PerlSwitches -T' in httpd.conf [MH2046]")
            if index($word, 'T') > 0 && !${^TAINT};
    }
    return $prepend;
}

sub get_script_name { return $_[0]{FILENAME} }

# In error messages the script's own lines count. The name stands in Perl
# source, so characters that could end the line or the name are left out. perl
# takes a name with blanks only in quotes.
sub get_mark_line {
    my $self = shift;
    return "\n" if !($ModPerl::Registry::MarkLine // 1);
    my $file = $self->{FILENAME} =~ tr/\n\r"/_/r;
    $file = qq("$file") if $file =~ /\s/;
    return "\n#line 1 $file\n";
}

# Cuts the text for <DATA> off the code, and notes where it begins.
sub strip_end_data_segment {
    my $self = shift;
    my $code = $self->{CODE};
    my ($marker, $data) = end_marker($code)
        or return;
    $self->{DATA_AT} = $data + ($self->{SKIPPED} // 0);
    substr($$code, $marker) = '';
    return;
}

sub compile {
    my ($self, $source) = @_;
    my $package = $self->{PACKAGE};

    # END blocks of an earlier compilation must not run for this one.
    ModPerl::Global::special_list_register(END => $package);
    ModPerl::Global::special_list_clear(END => $package);
    ModPerl::Util::untaint($$source) if ${^TAINT};

    $Mehari::Registry::Source::Scope = undef;
    delete ModPerl::Util::stash($package)->{END};
    Mehari::Registry::compile_start($self->{FILENAME});
    evaluate($source);
    Mehari::Registry::compile_done($self->{FILENAME}, !$@);
    return $self->error_check;
}

# Makes the cache entry; its layout is in the POD, as C reads it too.
sub note_compiled {
    my $self = shift;
    my ($package, $file) = @$self{qw(PACKAGE FILENAME)};
    my $entry = $self->{ENTRY} = {
        mtime => $self->{MTIME},
        size  => $self->{SIZE},
        file  => $file,
        name  => $self->get_script_name,
    };

    # Perl takes END subs out of their glob, but leaves the glob.
    $entry->{end} = 1 if exists ModPerl::Util::stash($package)->{END};

    no strict 'refs';
    $entry->{cv} = \&{ $package . '::' . ($self->{SUB} // 'handler') };
    if (my $scope = $self->{DATA_AT} && $Mehari::Registry::Source::Scope) {
        my ($handle, $layer) = data_handle($scope);
        $entry->{data} = [ $handle, $self->{DATA_AT}, $layer ];
    }

    if ($self->named_by_file) {
        $Namespace{ ref $self }{$file} = $package;
        $Owner{$package} = $file;
    }
    return;
}

# A script without END, DATA, hooks and FindBin needs nothing around its call,
# so C may call it without this class (src/module/registry/registry.c).
sub offer_short_way {
    my $entry = shift;
    return if !$entry || grep { $entry->{$_} } qw(end data hooks finds);
    $entry->{short} = $entry->{cv};
    return;
}

# ---- errors --------------------------------------------------------------

# Looks at $@: nothing, an exit(), or an error to be logged.
sub error_check {
    my $self = shift;
    return OK if !ref $@                && $@ eq '';
    return OK if ref $@ eq 'APR::Error' && $@ == EXIT;
    $self->log_error("$@");
    return SERVER_ERROR;
}

# The same for a script that was called from C (src/module/registry/registry.c).
sub report {
    my ($class, $r, $error) = @_;
    my $self = $class->new($r);
    $@ = $error;
    return $self->error_check;
}

# Perl's own words are logged byte for byte, as under mod_perl. A message of
# ours has its number at the end of the line.
sub log_error {
    my ($self, $message, $code) = @_;
    my $r = $self->{REQ};

    $r->log_error($code ? $message =~ s/\n*\z/ [$code]/r : $message);
    $r->notes->set('error-notes' => $message);

    # mod_perl keeps the message here, by URI. Their number is limited,
    # because clients choose the URI.
    %@ = () if keys %@ >= MAX_ERRORS;
    $@{ $self->{URI} } = $message;
    return;
}

sub debug {
    my ($self, $message) = @_;
    $self->{REQ}->server->log->debug("$self->{PACKAGE}: $message") if $DEBUG;
    return;
}

# ---- for subclasses ------------------------------------------------------

sub flush_namespace_normal {
    ModPerl::Util::unload_package($_[0]{PACKAGE});
    return;
}

sub chdir_file_normal {
    my ($self, $dir) = @_;
    $dir //= File::Basename::dirname($self->{FILENAME});
    ModPerl::Util::untaint($dir) if ${^TAINT};
    chdir $dir
        or $self->log_error("cannot change to directory $dir: $!", 'MH2045');
    return;
}

# ---- subclasses ----------------------------------------------------------

sub install_aliases {
    my ($class, $aliases) = @_;
    no strict 'refs';
    no warnings 'redefine';
    while (my ($name, $target) = each %$aliases) {
        die "$class: cannot alias $name: there is no sub $target"
            if !defined &$target;
        *{"${class}::$name"} = \&$target;
    }
    return;
}

# Aliases of the steps, for a class that defines none.
__PACKAGE__->install_aliases(
    {
        namespace_from        => __PACKAGE__ . '::namespace_from_filename',
        should_compile        => __PACKAGE__ . '::should_compile_once',
        flush_namespace       => __PACKAGE__ . '::NOP',
        should_reset_inc_hash => __PACKAGE__ . '::FALSE',
        cache_table           => __PACKAGE__ . '::cache_table_common',
        chdir_file            => __PACKAGE__ . '::NOP',
    }
);

1;
