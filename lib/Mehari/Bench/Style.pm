package Mehari::Bench::Style;

# The HTML report's style sheet.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(style);

my $STYLE = <<'CSS';

:root { color-scheme: light dark; --paper: #f6f3ec; --card: #fffdf8;
  --ink: #2b2620; --quiet: #6e665a; --line: #e4dccd; --mehari: #c8742b;
  --mod_perl: #4f7f9b; --cgi: #a9a095; --floor: #6b8f5e; --url: #c8742b;
  --static: #a3b78f; --peer: #8a6f9e; --alone: #b5a3c2;
  --warning: #f7e3c4; --bad: #b3402e; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1d1a16; --card: #26221d; --ink: #ece4d8; --quiet: #a2988a;
    --line: #3b352d; --mehari: #e0914a; --mod_perl: #6fa5c4; --cgi: #7d756a;
    --floor: #8bb37c; --url: #e0914a; --static: #5f7d53;
    --peer: #b294c9; --alone: #85739a; --warning: #4a3a22;
    --bad: #ff9a88; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
header, main { max-width: 1240px; margin: 0 auto; padding: 0 28px; }
header { display: flex; justify-content: space-between; align-items: end;
  flex-wrap: wrap; gap: 8px 40px; padding-top: 36px; padding-bottom: 18px; }
header p { margin: 0; color: var(--quiet); font-size: 13px;
  text-align: right; }
h1 { margin: 0; font-size: 34px; letter-spacing: -0.02em; line-height: 1; }
h1 span { color: var(--mehari); font-weight: 400; }
h2 { margin: 0; font-size: 21px; }
section { background: var(--card); border: 1px solid var(--line);
  border-radius: 12px; padding: 22px 26px; margin: 0 0 24px;
  overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
.wide:focus-visible { outline: 2px solid var(--mehari);
  outline-offset: 3px; border-radius: 3px; }
.lead { margin: 2px 0 10px; }
small { color: var(--quiet); font-weight: 400; font-size: 13px; }
.warning, .remark { border: 1px solid var(--line); border-radius: 8px;
  padding: 8px 14px; margin: 0 0 12px; font-size: 14px; }
.warning { background: var(--warning); }
.legend { color: var(--quiet); font-size: 13px; margin: 0 0 6px; }
.legend i { display: inline-block; width: 11px; height: 11px;
  border-radius: 3px; margin: 0 6px 0 14px; }
.legend i:first-child { margin-left: 0; }
.charts { display: grid; gap: 10px 34px;
  grid-template-columns: repeat(auto-fit, minmax(min(400px, 100%), 1fr)); }
figure { margin: 0 0 14px; max-width: 640px; }
figcaption { font-weight: 600; margin-bottom: 6px; }
svg { width: 100%; min-width: 440px; height: auto; display: block; }
svg text { font-size: 12.5px; fill: var(--ink); }
svg .label { text-anchor: end; fill: var(--quiet); }
svg .note { font-style: italic; fill: var(--quiet); }
svg .value { font-variant-numeric: tabular-nums; font-weight: 600; }
.grid { stroke: var(--line); }
.whisker { stroke: var(--ink); stroke-width: 1.3; fill: none;
  opacity: .65; }
.cut { stroke: var(--card); stroke-width: 3; fill: none; }
.curve { fill: none; stroke-width: 2.2; }
rect.mehari { fill: var(--mehari); } i.mehari { background: var(--mehari); }
rect.mod_perl { fill: var(--mod_perl); }
i.mod_perl { background: var(--mod_perl); }
rect.cgi { fill: var(--cgi); } i.cgi { background: var(--cgi); }
rect.floor { fill: var(--floor); } i.floor { background: var(--floor); }
rect.static { fill: var(--static); } i.static { background: var(--static); }
rect.peer { fill: var(--peer); } i.peer { background: var(--peer); }
rect.alone { fill: var(--alone); } i.alone { background: var(--alone); }
rect.url { fill: var(--url); } i.url { background: var(--url); }
.curve.mehari { stroke: var(--mehari); }
.curve.mod_perl { stroke: var(--mod_perl); }
table { border-collapse: collapse; width: 100%; font-size: 13.5px;
  font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 5px 9px; white-space: nowrap;
  border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 500; }
th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; }
tbody th { color: inherit; font-weight: inherit; }
tbody tr:last-child > * { border-bottom: 0; }
td:nth-child(3) { font-weight: 600; }
.bad > * { color: var(--bad); }
.bad > [colspan] { white-space: normal; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px;
  margin: 10px 0 0; font-size: 13.5px; }
dt { color: var(--quiet); }
dd { margin: 0; }
@media (max-width: 560px) {
  header, main { padding-left: 12px; padding-right: 12px; }
  header p { text-align: left; }
  section { padding: 16px 14px; } }
CSS

sub style () { return $STYLE }

1;

__END__

=head1 NAME

Mehari::Bench::Style - the style sheet of the report

=cut
