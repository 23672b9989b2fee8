package Mehari::Migrate::Modules;

# The part of a migration that loads modules: mehari itself, and the prefork
# MPM when it is asked for.

use Mehari::Perl;
use File::Basename qw(basename dirname);

use Mehari::File          qw(bytes_of);
use Mehari::Httpd::Config qw(is_ours);
use Mehari::Migrate::Change;

sub new ($class, %option) { return bless {%option}, $class }

sub decide ($self, @active) {
    my @loads  = grep { $_->{name} eq 'loadmodule' } @active;
    my ($perl) = grep { ($_->{args}[0] // '') eq 'perl_module' } @loads;
    my $plan   = $self->{plan};
    $self->{perl} = $perl;
    if ($perl) {
        $self->replace_perl($perl);
    }
    elsif ($plan->{touched}) {
        $self->load_perl(@active);
    }
    # A migration from mod_perl to mehari without any CGI is inside httpd,
    # too.
    my $was_inside = $perl && ($perl->{args}[1] // '') =~ /mod_perl\.so\z/;
    $self->decide_mpm(@loads)
        if $plan->changes && ($was_inside || $plan->is_embedded);
    return;
}

# --- mehari ------------------------------------------------------------------

sub module_lines ($self) {
    my $plan = $self->{plan};
    my $path = $plan->{module};
    $path = qq("$path") if $path =~ /\s/;
    my @lines = "LoadModule perl_module $path\n";
    push @lines, qq(PerlSwitches "-I$plan->{lib}"\n)
        if defined $plan->{lib} && ($self->{perl} || $plan->is_embedded);
    return @lines;
}

sub replace_perl ($self, $found) {
    my $plan = $self->{plan};
    my $path = $plan->{walk}->path($found->{args}[1] // '');
    return if basename($path) ne 'mod_perl.so' || $path eq $plan->{module};
    return if is_ours($path);
    my $line   = $found->{line};
    my ($lead) = $line->{raw} =~ /^([ \t]*)/;
    my $old    = $line->{args}[1];
    my (undef, @more) = $self->module_lines;
    my $raw = $line->{raw};
    my $new
        = $plan->{module} =~ /\s/ ? qq("$plan->{module}") : $plan->{module};
    substr $raw, $old->{from}, $old->{to} - $old->{from}, $new;
    $raw .= "\n" if @more && $raw !~ /\n\z/;
    my $text = join '', $raw, map { "$lead$_" } @more;
    $plan->change($found->{file})->replace(@$line{qw(first last)}, $text);
    return;
}

sub load_perl ($self, @active) {
    my $plan = $self->{plan};
    return $self->enable_on_debian if $plan->{layout}->debian;
    my $own = $plan->{layout}->own_folder('conf.modules.d', $plan->{walk});
    return $self->write_file("$own/10-mehari.conf") if defined $own;
    my ($file, $after) = $self->place_after_cgi(@active);
    $plan->change($file)
        ->replace($after, $after - 1, join '', $self->module_lines)
        ->loads($after);
    return;
}

# The line stands after the LoadModule of mod_cgi, and outside of the
# conditions around it, because these are about mod_cgi, not about mehari.
# If mod_cgi is compiled in, the line is at the top.
sub place_after_cgi ($self, @active) {
    my $plan = $self->{plan};
    my ($cgi) = grep {
        $_->{name} eq 'loadmodule'
            && ($_->{args}[0] // '')
            =~ /^cgid?_module\z/
    } @active;
    return ($plan->{layout}->main, 0) if !$cgi;
    my $file = $cgi->{file};
    my ($outer) = grep { $_->{file} eq $file } @{ $cgi->{stack} };
    return ($file, $cgi->{line}{last} + 1) if !$outer;
    return ($file, end_of($plan->{walk}{lines}{$file}, $outer->{line}) + 1);
}

sub end_of ($lines, $open) {
    my $depth = 0;
    for my $line (grep { $_->{first} >= $open->{first} } @$lines) {
        $depth++             if $line->{kind} eq 'open';
        $depth--             if $line->{kind} eq 'close';
        return $line->{last} if $depth == 0;
    }
    return $lines->[-1]{last};
}

# Does a2enmod's work, and leaves a module file for a2enmod and a2dismod.
sub enable_on_debian ($self) {
    my $plan = $self->{plan};
    my $dir  = $plan->{layout}->debian;
    $self->write_file("$dir/mods-available/mehari.load",
        "# Conflicts: perl\n");
    my $link = $self->link_module('mehari.load', 'a2enmod mehari');
    $link->loads if $link;
    return;
}

# Writes the lines into a file of ours, which has nothing else.
sub write_file ($self, $file, $head = '') {
    my $plan = $self->{plan};
    my $text = join '', $head, $self->module_lines;
    return $plan->add(Mehari::Migrate::Change->create($file, $text)->loads)
        if !-e $file;
    my $old    = bytes_of($file);
    my $change = Mehari::Migrate::Change->edit($file, $old);
    my @lines  = split /(?<=\n)/, $old;
    my %has    = map { $_ => 1 } @lines;
    $change->replace(0, $#lines, $text)
        if grep { !$has{$_} } $self->module_lines;
    return $plan->add($change);
}

sub link_module ($self, $name, $why) {
    my $plan = $self->{plan};
    my $path = $plan->{layout}->debian . "/mods-enabled/$name";
    return if -l $path || -e _;
    my $link = Mehari::Migrate::Change->link($path,
        "../mods-available/$name", $why);
    $plan->add($link);
    return $link;
}

# --- the MPM -----------------------------------------------------------------

sub decide_mpm ($self, @loads) {
    my $plan = $self->{plan};
    my ($threaded)
        = grep { ($_->{args}[0] // '') =~ /^mpm_(?:event|worker)_module\z/ }
        @loads;
    my ($static)
        = grep { /^mpm_(?:event|worker)\z/ } $plan->{layout}->static_modules;
    return if !$threaded && !$static;
    my ($name) = ($static // $threaded->{args}[0]) =~ /^mpm_(event|worker)/;
    return $plan->note($threaded, stays($name)) if !$plan->{mpm};
    die
        "--mpm: httpd has the $name MPM compiled in; another httpd is needed.\n"
        if $static;
    return $self->switch_on_debian($threaded, $name)
        if -l $threaded->{shown} && $plan->{layout}->debian;
    $self->switch_line($threaded, $name);
    return;
}

# Notes about code that runs inside httpd.
sub stays ($name) {
    return
          "the $name MPM stays: one request at a time runs Perl in each"
        . ' process (docs/threads.md); for more, use more processes with fewer'
        . ' threads, or change to prefork with --mpm';
}

sub switch_line ($self, $found, $name) {
    my $plan = $self->{plan};
    my $line = $found->{line};
    my $so   = $found->{args}[1] =~ s/mpm_$name/mpm_prefork/r;
    my $file = $plan->{walk}->path($so);
    -e $file or die "--mpm: there is no $file.\n";
    my $text = $line->{raw} =~ s/mpm_$name/mpm_prefork/gr;
    $plan->change($found->{file})->replace(@$line{qw(first last)}, $text);
    return;
}

sub switch_on_debian ($self, $found, $name) {
    my $plan = $self->{plan};
    my $dir  = $plan->{layout}->debian;
    -e "$dir/mods-available/mpm_prefork.load"
        or die "--mpm: there is no $dir/mods-available/mpm_prefork.load.\n";
    for my $file (map { "mpm_$name.$_" } qw(load conf)) {
        my $path   = "$dir/mods-enabled/$file";
        my $target = readlink $path // next;
        $plan->add(
            Mehari::Migrate::Change->unlink(
                $path, $target, "a2dismod mpm_$name"
            )
        );
    }
    for my $file (map { "mpm_prefork.$_" } qw(load conf)) {
        next if !-e "$dir/mods-available/$file";
        $self->link_module($file, 'a2enmod mpm_prefork');
    }
    return;
}

1;

__END__

=head1 NAME

Mehari::Migrate::Modules - the modules that a migrated configuration loads

=cut
