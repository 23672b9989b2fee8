package Mehari::Test::Page;

# Checks of a page in a browser: all of it is in the window and can be read, a
# screen reader gets its structure, and the keyboard reaches everything.

use Mehari::Perl;
use Exporter qw(import);
use Test::More;

our @EXPORT_OK = qw(looks_right reads_right by_keyboard);

# Lists, as sentences, the text whose colour is too near to what is behind it (WCAG
# 1.4.3). Text that is hidden from readers does not count.
my $CONTRAST = <<'JS';
(() => {
    const channels = c => c.match(/[\d.]+/g).map(Number);
    const light = c => {
        const [r, g, b] = c.slice(0, 3).map(v => {
            v /= 255;
            return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
        });
        return .2126 * r + .7152 * g + .0722 * b;
    };
    const behind = e => {
        for (; e; e = e.parentElement) {
            const c = channels(getComputedStyle(e).backgroundColor);
            if (c.length < 4 || c[3] > .99) return c;
        }
        return [255, 255, 255];
    };
    const bad = new Set();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const e = walk.currentNode.parentElement;
        const text = walk.currentNode.data.trim();
        const style = getComputedStyle(e);
        if (!text || e.closest('script,style,[aria-hidden=true]')
            || !e.getClientRects().length) continue;
        const ink = e instanceof SVGElement ? style.fill : style.color;
        const one = light(channels(ink)), two = light(behind(e));
        const ratio = (Math.max(one, two) + .05) / (Math.min(one, two) + .05);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
        if (ratio < (large ? 3 : 4.5))
            bad.add(`${ratio.toFixed(2)}: ${e.tagName} ${text.slice(0, 40)}`);
    }
    return [...bad];
})()
JS

# Lists elements that stand outside of the window, and do not scroll.
my $OUTSIDE = <<'JS';
[...document.querySelectorAll('body *')].filter(e =>
    e.getBoundingClientRect().right > innerWidth + 1
    && !e.closest('.card, .wide, pre, svg')).map(e => e.outerHTML.slice(0, 80))
JS

# Lists tables that are wider than their place.
my $CUT = <<'JS';
[...document.querySelectorAll('table')].filter(e =>
    e.parentElement.scrollWidth > e.parentElement.clientWidth + 1)
    .map(e => e.rows[0].textContent)
JS

# Lists elements that scroll but are no stop of the keyboard.
my $UNREACHABLE = <<'JS';
[...document.querySelectorAll('body *')].filter(e =>
    e.scrollWidth > e.clientWidth + 1
    && /auto|scroll/.test(getComputedStyle(e).overflowX)
    && !e.matches('[tabindex="0"]')).map(e => e.outerHTML.slice(0, 80))
JS

sub looks_right ($browser, $width) {
    my @odd = grep { !/responded with a status of 500/ } $browser->complaints;
    is_deeply \@odd, [], 'the browser has nothing to complain about';
    is_deeply $browser->value_of($CONTRAST), [],
        'all text of the page can be read';
    is_deeply $browser->value_of($OUTSIDE), [],
        'all of the page is in the window';
    is $browser->value_of('document.documentElement.scrollWidth'), $width,
        'the page does not scroll sideways';
    is_deeply $browser->value_of($CUT), [], 'a wide window has all columns'
        if $width > 1000;
    is_deeply $browser->value_of($UNREACHABLE), [],
        'a part that scrolls can be reached by keyboard';
    return;
}

# Tests the tree of a screen reader: headings, names, tables with heads.
sub reads_right (@tree) {
    is scalar(grep { $_->[1] eq 'main' } @tree), 1,
        'the page has one main part';
    my @headings = grep { $_->[1] eq 'heading' } @tree;
    my @levels   = map  { $_->[3]{level} } @headings;
    is scalar(grep { $_ == 1 } @levels), 1, 'the page has one title';
    is_deeply [ grep { $levels[$_] > 1 + $levels[ $_ - 1 ] } 1 .. $#levels ],
        [], 'the headings leave out no level';
    is_deeply [
        grep { !length || /[a-z]\d+\z|[a-z]of / }
        map  { $_->[2] } @headings
        ],
        [], 'the headings of the page are words';

    my @stops
        = grep { $_->[1] =~ /\A(?:link|button|DisclosureTriangle)\z/ } @tree;
    my %seen;
    $seen{"$_->[1] $_->[2]"}++ for grep { $_->[1] eq 'link' } @stops;
    is_deeply [ grep { !length $_->[2] } @stops ], [],
        'each stop of the keyboard has a name';
    is_deeply [ grep { $seen{$_} > 1 && !/link \d+\z/ } keys %seen ], [],
        'each link of the page has a name of its own'
        or diag explain \%seen;
    is_deeply [
        grep {
            $_->[1] =~ /\A(?:columnheader|image|region)\z/
                && !length $_->[2]
        } @tree
        ],
        [],
        'columns, pictures and regions have names';
    tables_read_right(@tree);
    return;
}

# Tests that each table has heads of rows and heads of columns. A narrow window has
# no room for heads of columns: each cell names its column itself.
sub tables_read_right (@tree) {
    my ($table, @odd);
    for my $node (@tree, [ 0, 'end', '' ]) {
        my ($depth, $role, $name) = @$node;
        if (defined $table && $depth <= $table->{depth}) {
            push @odd, 'rows without heads' if !$table->{rowheader};
            push @odd, 'cells of no column'
                if !$table->{columnheader} && $table->{silent};
            $table = undef;
        }
        $table = { depth => $depth } if $role eq 'table';
        $table->{$role}++            if defined $table;
        $table->{silent}++           if $role eq 'cell' && !length $name;
    }
    is_deeply \@odd, [], 'tables have heads of rows and of columns';
    return;
}

# Tests that the keyboard reaches each link and region once, in the order of the
# page, and that the focus can be seen.
sub by_keyboard ($browser) {
    my $stops
        = q{[...document.querySelectorAll('a[href],summary,[tabindex]')]}
        . q{.filter(e => e.getClientRects().length)};
    my $count = $browser->value_of("$stops.length");
    cmp_ok $count, '>', 1,
        "the page has more than one stop of the keyboard ($count)";
    my @went;
    for (1 .. $count) {
        $browser->press('Tab');
        push @went,
            $browser->value_of("$stops.indexOf(document.activeElement)");
        my $seen
            = $browser->value_of(
            '(s => s.outlineStyle != "none" && parseFloat(s.outlineWidth)'
                . ' >= 2)(getComputedStyle(document.activeElement))');
        ok $seen, "stop $went[-1] can be seen" or last;
    }
    is_deeply \@went, [ 0 .. $count - 1 ],
        'the stops are in the order of the page';
    return;
}

1;
