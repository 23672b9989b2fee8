# HEAD with a local redirect.
print "Location: /requests/head_redirect/page.txt\n\n";
