# An exit status other than 0, and no page.
exit 3;
