# A page without a header.
print "<html>no header</html>\n";
