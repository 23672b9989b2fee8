/*
 * page.c - the frame of the status page: constant texts only.
 */
#include "module/status/format.h"
#include "module/status/text.h"

/* The colours are those of `mehari serve`. */
static const char style[] =
    ":root{--paper:#fbf9f5;--card:#fff;--ink:#26221c;--dim:#6e665a;"
    "--line:#e6dfd3;--accent:#9a4a00;--bar:#e3b27a;--wash:#f5efe4;"
    "--bad:#b3261e;--bad-wash:#fdeceb;--good:#2f6b3a}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#191714;--card:#211e1a;"
    "--ink:#ece6db;--dim:#a2998a;--line:#38332c;--accent:#f0a963;"
    "--bar:#7d5a33;--wash:#2a2621;--bad:#ff8a80;--bad-wash:#3a2220;"
    "--good:#8fce9b}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:2.5rem 1.5rem 4rem;max-width:80rem;"
    "background:var(--paper);color:var(--ink);"
    "font:16px/1.5 system-ui,\"Segoe UI\",\"DejaVu Sans\",sans-serif}\n"
    "a{color:var(--accent);text-decoration-thickness:1px;"
    "text-underline-offset:.18em}\n"
    "a:focus-visible,summary:focus-visible,.card:focus-visible{"
    "outline:2px solid var(--accent);outline-offset:3px;"
    "border-radius:3px}\n"
    "code,pre{font-family:ui-monospace,\"DejaVu Sans Mono\",Menlo,monospace;"
    "font-size:.875em}\n"
    "h1{margin:0;font-size:1.75rem;line-height:1.2;font-weight:650}\n"
    "h2{margin:2.75rem 0 .75rem;font-size:1.25rem;font-weight:650}\n"
    "h3{margin:1.75rem 0 .6rem;font-size:1rem;font-weight:650}\n"
    "small,.dim{color:var(--dim);font-weight:400}\n"
    "h2 small,h3 small{margin-left:.5em;font-size:.9rem}\n"
    "p{margin:.4rem 0}\n"
    ".card{background:var(--card);border:1px solid var(--line);"
    "border-radius:10px;overflow-x:auto}\n"
    ".tiles{display:grid;gap:.75rem;margin:0 0 .75rem;"
    "grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr))}\n"
    ".tiles div{padding:.6rem .9rem;background:var(--card);"
    "border:1px solid var(--line);border-radius:10px}\n"
    ".tiles dt{font-size:.8rem;color:var(--dim)}\n"
    ".tiles dd{margin:0;font-size:1.3rem;line-height:1.3;font-weight:600;"
    "font-variant-numeric:tabular-nums}\n"
    ".tiles dd small{font-size:.8rem}\n"
    ".tiles .bad dd{color:var(--bad)}\n"
    ".charts{display:grid;gap:.75rem;"
    "grid-template-columns:repeat(auto-fit,minmax(16rem,1fr))}\n"
    "figure{margin:0;padding:.6rem .9rem .7rem}\n"
    "figcaption{font-size:.85rem;margin-bottom:.3rem}\n"
    "figcaption small{float:right}\n"
    "svg{display:block;width:100%;height:64px}\n"
    "polygon{fill:var(--bar);opacity:.35}\n"
    "polyline{fill:none;stroke:var(--accent);stroke-width:1.5;"
    "vector-effect:non-scaling-stroke}\n"
    "path.bad{stroke:var(--bad);stroke-width:3;"
    "vector-effect:non-scaling-stroke}\n"
    "table{width:100%;border-collapse:collapse;font-size:.9rem}\n"
    "th,td{padding:.5rem .35rem;text-align:left;vertical-align:top}\n"
    "tbody tr>*{border-top:1px solid var(--line)}\n"
    "thead th{font-size:.8rem;font-weight:600;color:var(--dim);"
    "vertical-align:bottom}\n"
    "tbody th{font-weight:400;overflow-wrap:anywhere;min-width:5rem}\n"
    "tbody tr:hover{background:var(--wash)}\n"
    ".n{text-align:right;white-space:nowrap;"
    "font-variant-numeric:tabular-nums}\n"
    "thead .n{white-space:normal}\n"
    ".name{overflow-wrap:anywhere;min-width:8rem}\n"
    "th.name{min-width:16rem}\n"
    ".name small{display:block}\n"
    ".state{white-space:nowrap}\n"
    ".busy{color:var(--good);font-weight:600}\n"
    ".ending,.error{color:var(--bad)}\n"
    ".error{display:block;min-width:12rem}\n"
    ".message{margin:1rem 0;padding:.8rem 1.1rem;background:var(--bad-wash);"
    "color:var(--bad);border-left:4px solid var(--bad);"
    "border-radius:0 8px 8px 0;overflow-wrap:anywhere}\n"
    "pre.stack{margin:0;padding:.8rem 1.1rem}\n"
    "details{margin:.9rem 0}\n"
    "summary{cursor:pointer;color:var(--dim);font-size:.9rem}\n"
    "details .card{margin-top:.5rem}\n"
    "nav{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;margin-top:.5rem;"
    "font-size:.9rem}\n"
    "footer{margin-top:3rem;font-size:.85rem;color:var(--dim)}\n"
    "@media(max-width:44rem){body{padding:1.5rem .9rem 3rem}"
    "th.name{min-width:10rem}}\n";

/*
 * Updates the page without a flicker. It leaves alone texts that the user has
 * selected, opened or scrolled to, and the keyboard's focus.
 */
static const char script[] =
    "(function(){\n"
    "var main=document.querySelector('main'),"
    "note=document.querySelector('#live');\n"
    "function keep(to){\n"
    "  main.querySelectorAll('details[id]').forEach(function(was){\n"
    "    var is=to.querySelector('#'+CSS.escape(was.id));\n"
    "    if(is)is.open=was.open})}\n"
    "function all(in_,what){return Array.from(in_.querySelectorAll(what))}\n"
    "var stops='a,summary,[tabindex]';\n"
    "function take(text){\n"
    "  var to=new DOMParser().parseFromString(text,'text/html')"
    ".querySelector('main');\n"
    "  if(!to)return;\n"
    "  var at=all(main,stops).indexOf(document.activeElement),"
    "cards=all(main,'.card').map(function(c){return c.scrollLeft});\n"
    "  keep(to);main.replaceWith(to);main=to;\n"
    "  all(main,'.card').forEach(function(c,i){"
    "c.scrollLeft=cards[i]||0});\n"
    "  var stop=at<0?null:all(main,stops)[at];\n"
    "  if(stop)stop.focus({preventScroll:true});\n"
    "  note.textContent='Live: every 2 seconds.'}\n"
    "function again(){\n"
    "  if(document.hidden||String(getSelection()))return;\n"
    "  fetch(location.href,{cache:'no-store'}).then(function(r){\n"
    "    if(!r.ok)throw r.status;return r.text()}).then(take)"
    ".catch(function(){\n"
    "    note.textContent='The server does not answer.'})}\n"
    "note.textContent='Live: every 2 seconds.';\n"
    "setInterval(again,2000)})();\n";

void mh_page_begin(request_rec *r, const char *title, const char *nonce)
{
    ap_set_content_type(r, "text/html; charset=utf-8");
    apr_table_setn(
        r->headers_out, "Content-Security-Policy",
        apr_psprintf(r->pool,
                     "default-src 'none'; style-src 'nonce-%s'; script-src "
                     "'nonce-%s'; connect-src 'self'; img-src data:; base-uri "
                     "'none'; form-action 'none'; frame-ancestors 'none'",
                     nonce, nonce));
    apr_table_setn(r->headers_out, "X-Content-Type-Options", "nosniff");
    ap_rprintf(r,
               "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
               "<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, "
               "initial-scale=1\">\n"
               "<meta name=\"color-scheme\" content=\"light dark\">\n"
               "<noscript><meta http-equiv=\"refresh\" content=\"10\">"
               "</noscript>\n<link rel=\"icon\" href=\"data:,\">\n"
               "<title>%s</title>\n<style nonce=\"%s\">\n%s</style>\n</head>\n"
               "<body>\n",
               mh_text_html(r->pool, title), nonce, style);
}

void mh_page_end(request_rec *r, const char *nonce)
{
    ap_rprintf(r,
               "<footer><p id=\"live\">Reloaded every 10 seconds.</p></footer>"
               "\n<script nonce=\"%s\">\n%s</script>\n</body>\n</html>\n",
               nonce, script);
}
