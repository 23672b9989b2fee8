package Mehari::Migrate::PoolPlan;

# A plan for perl-cgi. The site's own lines about CGI stay. One block says that
# mehari runs the scripts of mod_cgi, and which places are refused if neither is
# loaded.

use Mehari::Perl;
use parent 'Mehari::Migrate::Plan';

use Mehari::File qw(bytes_of);
use Mehari::Migrate::Block;
use Mehari::Migrate::Text qw(quoted $MAGIC $NAMED_BY_RULE);

# Notes of Plan that also apply here.
my %STAYS = map { $_ => 1 } qw(action script);

sub note_of ($self, $name) {
    return $STAYS{$name} ? $self->SUPER::note_of($name) : undef;
}

# False: a pool of that user runs the programs.
sub is_suexec ($self, $found) { return 0 }

sub note_suexec ($self, $found) {
    my ($user, $group) = @{ $found->{args} };
    return $self->note($found,
              "SuexecUserGroup: a pool of user $user and group $group"
            . ' will run these programs, without suEXEC\'s checks of files');
}

sub note_other ($self, $found, @files) { return }

sub note_foreign ($self, $found, $file, $perl) {
    return $self->note($found,
        "the #! line of $file names $perl: mehari starts it as mod_cgi does");
}

sub is_embedded ($self) { return 0 }

sub block ($self) {
    return $self->{block} //= Mehari::Migrate::Block->new($self->{walk});
}

# --- the rules ---------------------------------------------------------------

sub script_alias ($self, $found) {
    my @args  = @{ $found->{args} };
    my $match = $found->{name} eq 'scriptaliasmatch';
    my ($url, $target) = @args == 2 ? @args : (undef, $args[0]);
    return if !defined $target;
    my @files = $self->alias_files($found, $match, $target);
    my $path  = $self->{site}->path($target);
    my @box
        = !defined $url       ? ()
        : $match || !-d $path ? Mehari::Migrate::Plan::location($match, $url)
        :                       ('Directory', quoted($path));
    $self->block->place($found, \@box);
    return $self->count($found, @files);
}

sub set_handler ($self, $found) {
    return if !$self->concerns_cgi($found);
    my $site   = $self->{site};
    my @places = $site->places($found);
    my @files  = $site->files($found, @places);
    $self->block->place($found, []);
    return if !@files && $self->other_by_name($found);
    return $self->count($found, @files);
}

sub add_handler ($self, $found) {
    return if !$self->concerns_cgi($found);
    return $self->add_extensions($found);
}

sub add_extensions ($self, $found) {
    my @extensions
        = map { lc s/^\.//r }
        @{ $found->{args} }[ 1 .. $#{ $found->{args} } ];
    my @all   = $self->{site}->files($found);
    my @files = grep {
        my $file = $_;
        grep { Mehari::Migrate::Plan::has_extension($file, $_) } @extensions
    } @all;
    $self->block->place($found, [], @extensions);
    return $self->leave($found, 'these extensions are not Perl')
        if !@files && !grep { !Mehari::Migrate::Scripts->known_other($_) }
        @extensions;
    return $self->count($found, @files);
}

# Other ways to name mod_cgi's handler.
sub note_hidden ($self, $found) {
    my ($name, @args) = ($found->{name}, @{ $found->{args} });
    my $is_type = lc($args[0] // '') eq $MAGIC;
    return $self->add_extensions($found) if $name eq 'addtype'   && $is_type;
    return $self->set_type($found)       if $name eq 'forcetype' && $is_type;
    return $self->types_file($found)     if $name eq 'typesconfig' && @args;
    return if $name ne 'rewriterule' || ($args[2] // '') !~ $NAMED_BY_RULE;
    $self->note($found,
              'RewriteRule: mehari runs its programs, too, but httpd does not'
            . ' refuse them if neither mehari nor mod_cgi is loaded, because'
            . ' there is no mod_actions')
        if !$self->block->has_actions;
    return $self->count($found, $self->{site}->files($found));
}

# Lines of a type and its extensions.
sub types_file ($self, $found) {
    open my $in, '<', $self->{site}->path($found->{args}[0]) or return;
    my @extensions
        = map { /^\Q$MAGIC\E\s+(\S.*)/i ? split ' ', $1 : () } <$in>;
    return if !@extensions;
    return $self->add_extensions(
        { %$found, args => [ $MAGIC, @extensions ] });
}

sub set_type ($self, $found) {
    $self->block->place($found, []);
    return $self->count($found, $self->{site}->files($found));
}

# Counts only Perl programs, because a program in another language needs no
# migration. If no module runs it, it is refused like the others.
sub count ($self, $found, @files) {
    $self->kinds($found, \@files) // return;
    $self->{touched}++;
    return;
}

# --- the block ----------------------------------------------------------------

sub finish ($self) {
    return if !$self->has_cgi;
    for my $access ($self->{site}->access_files) {
        my ($file, undef, $text) = @$access;
        my ($name, undef, @extensions) = split ' ', $text;
        $self->block->access_file($file,
            $name =~ /^add/i ? map { s/^\.//r } @extensions : ())
            if $name !~ /^rewriterule\z/i;
        $self->{touched}++;
    }
    return                        if !$self->{touched};
    return $self->write_on_debian if $self->{layout}->debian;
    my $own = $self->{layout}->own_folder('conf.d', $self->{walk});
    return $self->write_file("$own/mehari-cgi.conf") if defined $own;
    my $main = $self->{layout}->main;
    my ($first, $last) = $self->block->lines_in($main);
    my $text = $self->block->text($self->{layout});
    my $old  = join '',
        (split /(?<=\n)/, $self->{walk}->text_of($main))[ $first .. $last ];
    return if $old eq $text;
    $self->change($main)->replace($first, $last, $text);
    return;
}

# Like a2enconf, leaves the packages' files unchanged.
sub write_on_debian ($self) {
    my $dir = $self->{layout}->debian;
    $self->write_file("$dir/conf-available/mehari-cgi.conf");
    my $link = "$dir/conf-enabled/mehari-cgi.conf";
    return if -l $link || -e _;
    $self->add(
        Mehari::Migrate::Change->link(
            $link, '../conf-available/mehari-cgi.conf',
            'a2enconf mehari-cgi'
        )
    );
    return;
}

# Writes the block into a file of ours, which has nothing else.
sub write_file ($self, $file) {
    my $text = $self->block->text($self->{layout});
    return $self->add(Mehari::Migrate::Change->create($file, $text))
        if !-e $file;
    my $old    = bytes_of($file);
    my $change = Mehari::Migrate::Change->edit($file, $old);
    my @lines  = split /(?<=\n)/, $old;
    $change->replace(0, $#lines, $text) if $old ne $text;
    return $self->add($change);
}

# A package may bring a configuration of its own for mod_perl, which mehari
# turns on: its scripts then run inside httpd.
my $LOADED = qr/^(?:mod_perl\.c|perl_module|MODPERL2)\z/;

sub note_turned_on ($self) {
    for my $found ($self->{walk}->directives) {
        next if $found->{name} !~ /^if(?:module|define)\z/;
        next if !$found->{active} || ($found->{args}[0] // '') !~ $LOADED;
        next if $self->{walk}->has_module('perl_module');
        my $word = $found->{name} eq 'ifmodule' ? '<IfModule' : '<IfDefine';
        $self->note($found,
                  "$word $found->{args}[0]> holds when mehari is loaded: what"
                . ' it says of Perl takes effect');
    }
    return;
}

sub note_rest ($self) {
    $self->note_turned_on;
    $self->note_cut_short;
    return;
}

1;

__END__

=head1 NAME

Mehari::Migrate::PoolPlan - a migration to perl-cgi

=head1 DESCRIPTION

A L<Mehari::Migrate::Plan>; its option C<class> is not used.

=cut
