package Mehari::Migrate::PoolPlan;

# A plan for SetHandler perl-cgi. What is not Perl runs under it as under
# mod_cgi, and so do the limits, the log and the users that httpd knows for CGI:
# all that changes is the handler's name.

use v5.36;
use parent 'Mehari::Migrate::Plan';

use Mehari::Migrate::Text qw(quoted);

my $HANDLER = 'perl-cgi';

# What of Plan's notes is true here.
my %STAYS = map { $_ => 1 } qw(action script);

sub note_of ($self, $name) {
    return $STAYS{$name} ? $self->SUPER::note_of($name) : undef;
}

# A pool of that user runs the programs.
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
        "$file asks for $perl: it will be started as mod_cgi does it");
}

sub is_embedded ($self) { return 0 }

# --- the rules ---------------------------------------------------------------

# ScriptAlias says where; the handler is SetHandler's in a Location.
sub script_alias ($self, $found) {
    my @args  = @{ $found->{args} };
    my $match = $found->{name} eq 'scriptaliasmatch';
    my ($url, $target) = @args == 2 ? @args : (undef, $args[0]);
    return if !defined $target || $self->is_covered($found, $match, $url);
    my @files = $self->alias_files($found, $match, $target);
    $self->kinds($found, \@files) // return;
    my @inner = "SetHandler $HANDLER";
    if (defined $url) {
        my $text = $found->{line}{args}[0]{text};
        my ($box, $pattern) = Mehari::Migrate::Plan::location($match, $text);
        @inner = ("<$box $pattern>", (map { "\t$_" } @inner), "</$box>");
    }
    return $self->rewrite($found, $found->{line}{raw}, @inner);
}

# Is our Location, or our SetHandler beside it, there already?
sub is_covered ($self, $found, $match, $url) {
    my @handlers = grep {
        $_->{name} eq 'sethandler'
            && lc($_->{args}[0] // '') eq $HANDLER
    } @{ $self->{active} };
    return scalar grep { box_of($_) eq box_of($found) } @handlers
        if !defined $url;
    my ($box, $pattern) = Mehari::Migrate::Plan::location($match, $url);
    return scalar grep {
        my $inner = $_->{stack}[-1];
        $inner
            && $inner->{name} eq lc $box
            && quoted($inner->{args}[0] // '') eq $pattern
    } @handlers;
}

# The container that a directive stands in.
sub box_of ($found) {
    my $box = $found->{stack}[-1] // return '';
    return "$box->{file}:$box->{number}";
}

sub set_handler ($self, $found) {
    return if !$self->concerns_cgi($found);
    my $site   = $self->{site};
    my @places = $site->places($found);
    my @files  = $site->files($found, @places);
    return if !@files && $self->other_by_name($found);
    $self->kinds($found, \@files) // return;
    return $self->rename_handler($found);
}

sub add_handler ($self, $found) {
    return if !$self->concerns_cgi($found);
    my @extensions
        = map { lc s/^\.//r }
        @{ $found->{args} }[ 1 .. $#{ $found->{args} } ];
    my @all   = $self->{site}->files($found);
    my @files = grep {
        my $file = $_;
        grep { Mehari::Migrate::Plan::has_extension($file, $_) } @extensions
    } @all;
    return $self->leave($found, 'these extensions are not Perl')
        if !@files && !grep { !Mehari::Migrate::Scripts->known_other($_) }
        @extensions;
    $self->kinds($found, \@files) // return;
    return $self->rename_handler($found);
}

sub rename_handler ($self, $found) {
    my $line = $found->{line};
    my $text = Mehari::Migrate::Plan::splice_words($line,
        [ $line->{args}[0], $HANDLER ]);
    return $self->rewrite($found, $text);
}

1;

__END__

=head1 NAME

Mehari::Migrate::PoolPlan - a migration to SetHandler perl-cgi

=head1 DESCRIPTION

A L<Mehari::Migrate::Plan>; its option C<class> is not used.

=cut
