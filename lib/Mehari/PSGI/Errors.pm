package Mehari::PSGI::Errors;

# psgi.errors: httpd's error log. print() is written in C
# (src/module/psgi/callbacks.c).

use Mehari::Perl;

sub printf ($self, $format, @values) {
    return $self->print(sprintf $format, @values);
}

sub flush ($self) { return 1 }

1;
