# A status and no page.
exit 3;
