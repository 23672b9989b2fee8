use utf8;
binmode STDOUT, ':encoding(UTF-8)';
print "Content-type: text/plain; charset=utf-8\n\n";
print "größer \x{263a}\n", STDOUT->can('print') ? "can\n" : "cannot\n";
