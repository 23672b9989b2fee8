# The output of a script is parsed for SSI.
print "Content-Type: text/html\n\nname: <!--#echo var=\"SERVER_NAME\" -->\n";
