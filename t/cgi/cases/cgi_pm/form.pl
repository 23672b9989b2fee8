# A sticky form.
use CGI qw(:standard);
print header, start_form, textfield('name', 'default'), checkbox_group('c', [ 'a', 'b' ], ['a']), popup_menu('p', [ 1, 2, 3 ], 2), submit, end_form, "\n";
