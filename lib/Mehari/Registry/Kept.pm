package Mehari::Registry::Kept;

# Scripts of ModPerl::PerlRun that stay compiled, as nobody can tell. What C
# does of it is in src/registry/kept.c: watch, unwatch, take, enter, restore,
# discard.

use v5.36;
no warnings 'once';    # switches that other modules have
use Exporter    qw(import);
use Time::HiRes ();

our @EXPORT_OK = qw(prepare leave);

# A change within one tick of the file system's clock would not be seen.
use constant SETTLED => 2;

# A script that others keep references to is not asked for ever.
use constant MAX_FAILURES => 3;

# What decides what happens to a script: a class in which one of these is
# another sub compiles each time.
my @STEPS = qw(
    new init default_handler prepare run_and_take_status run leave can_compile
    stat_file make_namespace namespace_root namespace_from named_by_file
    is_cached should_compile cache_it cache_table read_script wrap_source
    shebang_to_perl get_script_name get_mark_line strip_end_data_segment compile
    note_compiled convert_script_to_compiled_handler error_check log_error
    should_reset_inc_hash flush_namespace
);
my %known
    = map { $_ => [ -1, 0 ] } qw(ModPerl::PerlRun ModPerl::PerlRunPrefork);
# class => [when it was looked at, what was found]

my %step;      # method => the sub that it is in ModPerl::PerlRun
my %script;    # class and file => what is known of it

# OK when the script can be called, compiled anew or not.
sub prepare ($self) {
    my $script = script_of($self)
        or return $self->convert_script_to_compiled_handler;

    if ($script->{running}) {
        $script->{spoilt} = 1;
        return $self->convert_script_to_compiled_handler;
    }
    return 0 if $script->{address} && enter($self, $script);
    return $script->{never}
        ? $self->convert_script_to_compiled_handler
        : compile($self, $script);
}

# True when the package is as it was; false: it is to be emptied.
sub leave ($self) {
    my $script = delete $self->{KEPT} or return 0;
    $script->{running} = 0;
    return 1 if !$script->{spoilt} && restore($script->{address});
    forget($script);
    $script->{never} = 'others keep what is in its package'
        if ++$script->{failures} >= MAX_FAILURES;
    return 0;
}

# undef: it is not for us.
sub script_of ($self) {
    return if !$ModPerl::PerlRun::Keep || !is_stock(ref $self);

    my $file   = $self->{FILENAME};
    my $stamp  = stamp($file) // return;
    my $script = $script{ ref $self }{$file} //= { stamp => '', runs => 0 };
    return $script if $script->{running};
    if ($script->{stamp} ne $stamp) {
        forget($script);
        %$script = (stamp => $stamp, runs => 0);
    }
    return $script;
}

sub is_stock ($class) {
    my $known      = $known{$class} or return 0;
    my $generation = generation($class);
    @$known = ($generation, overrides_nothing($class))
        if $known->[0] != $generation;
    return $known->[1];
}

sub overrides_nothing ($class) {
    $step{$_} //= ModPerl::PerlRun->can($_) for @STEPS;
    return !grep { $class->can($_) != $step{$_} } @STEPS;
}

# All that changes when a file does: "$file" is not empty.
sub stamp ($file) {
    my @stat = Time::HiRes::stat($file) or return;
    return join ' ', @stat[ 0, 1, 7, 9, 10 ];
}

sub is_settled ($stamp) {
    my $now = Time::HiRes::time();
    return !grep { $_ > $now - SETTLED } (split ' ', $stamp)[ 3, 4 ];
}

sub mark_line () { return $ModPerl::Registry::MarkLine // 1 ? 1 : 0 }

sub enter ($self, $script) {
    my $ready = $script->{mark_line} == mark_line();
    if ($ready) {
        $self->chdir_file;
        $ready = enter_room($script->{address});
        $self->chdir_file(Mehari::Registry::Surroundings::home_dir());
    }
    if (!$ready) {
        forget($script);
        $self->flush_namespace;
        return 0;
    }
    @$self{qw(ENTRY KEPT)} = ($script->{entry}, $script);
    return $script->{running} = 1;
}

sub forget ($script) {
    my $address = delete $script->{address} or return;
    delete @$script{qw(entry spoilt)};
    discard($address);
    return;
}

# The first compilation loads modules, as a rule; so the second is watched.
sub compile ($self, $script) {
    return watched($self, $script)
        if $script->{runs}++ && is_settled($script->{stamp});
    return $self->convert_script_to_compiled_handler;
}

# A module may take away what watches warnings (local $SIG{__WARN__}) unless it
# is there for all to see. Those whose import is known do not look.
sub watched ($self, $script) {
    my $signal = $script->{lost} && !$SIG{__WARN__};
    local $SIG{__WARN__} = \&warned if $signal;
    my $watched = watch($signal);
    my $rc      = $self->convert_script_to_compiled_handler;
    keep($self, $script) if $watched && $rc == 0;
    unwatch()            if $watched;
    return $rc;
}

# file => '' or why it is not kept, of those that were looked at.
sub report () {
    my %found;
    for my $files (values %script) {
        $found{$_} = $files->{$_}{never} // ''
            for grep { $files->{$_}{address} || $files->{$_}{never} }
            keys %$files;
    }
    return \%found;
}

sub keep ($self, $script) {
    return if (stamp($self->{FILENAME}) // '') ne $script->{stamp};
    if (${ $self->{CODE} } =~ /\A#!.*\s-\w*T/ && !${^TAINT}) {
        $script->{never} = 'its -T is logged';
        return;
    }
    my $entry = $self->{ENTRY};
    my ($found) = take($entry->{cv}, $self->{PACKAGE}) or return;
    return $script->{lost} = 1 if $found eq '0';
    if ($found =~ /\D/) {
        $script->{never} = $found;
        $self->debug("it is compiled for each request: $found");
        return;
    }
    @$script{qw(address entry mark_line running)}
        = ($found, $entry, mark_line(), 1);
    $self->{KEPT} = $script;
    return;
}

1;
