# $, $\ $; $" $/ $| $^A $^L $: $^F $^W and $@.
print "Content-Type: text/plain\n\n";
print map { defined $_ ? '<' . s/([^ -~])/sprintf '\\x%02x', ord $1/ger . '>' : '<undef>' }
    ($,, $\, $;, $", $/, $|, $^A, $^L, $:, $^F, $^W, $@, $^, $~, $=, $-, $%);
print "\n";
