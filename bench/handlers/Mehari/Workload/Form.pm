package Mehari::Workload::Form;

# The CGI.pm page as a handler: bench/scripts/form.pl.

use strict;
use warnings;

use Apache2::RequestRec ();
use Apache2::RequestIO  ();
use Apache2::Const -compile => 'OK';
use Mehari::Workload::CGIpm ();

sub handler {
    my ($r)  = @_;
    my $q    = Mehari::Workload::CGIpm::query($r);
    my $name = $q->param('name') // 'nobody';
    my $size = $q->param('size') // 0;

    $r->print($q->header(-type => 'text/html', -charset => 'utf-8'));
    $r->print("<html><head><title>A form</title></head><body>\n");
    $r->print($q->h1('Order'), "\n", $q->start_form(-action => '/order'),
        "\n");
    $r->print($q->textfield(-name => 'name', -default => $name), "\n");
    $r->print(
        $q->popup_menu(
            -name    => 'size',
            -values  => [ 1 .. 5 ],
            -default => $size
        ),
        "\n"
    );
    $r->print(
        $q->checkbox_group(
            -name    => 'colour',
            -values  => [qw(red green blue)],
            -default => [ $q->multi_param('colour') ]
        ),
        "\n"
    );
    $r->print($q->submit('send'), "\n", $q->end_form, "\n");
    $r->print($q->p('For ' . CGI::escapeHTML($name) . ", size $size"), "\n");
    $r->print("</body></html>\n");
    return Apache2::Const::OK;
}

1;
