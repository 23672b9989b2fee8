package Mehari::Test::Wire;

# Messages of src/shared/wire/wire.h as bytes; types and tags have their names there.

use Mehari::Perl;
use Exporter qw(import);

use Mehari::Test;

our @EXPORT = qw(message number types tags);

# Returns NAME => number of one of the header's lists.
sub list ($prefix, $end) {
    state %found;
    return $found{$prefix} if $found{$prefix};
    my $text = read_file(source_root() . '/src/shared/wire/wire.h');
    my ($body) = $text =~ /typedef enum \{\n(\s+${prefix}_[^}]*?$end)/s
        or die "There is no list of $prefix.\n";
    my $number = 0;
    for my $name ($body =~ /^\s+${prefix}_(\w+)/mg) {
        $found{$prefix}{$name} = ++$number;
    }
    delete $found{$prefix}{TYPES};
    delete $found{$prefix}{S};
    return $found{$prefix};
}

sub types () { return list('MH_WIRE', 'MH_WIRE_TYPES') }
sub tags ()  { return list('MH_TAG',  'MH_TAGS') }

# A test with a name that is gone would send something else, and still pass.
sub named ($list, $name) {
    return $list->{$name} // die "wire.h has no $name.\n";
}

sub number ($number) { return pack 'Q', $number }

# Returns a message of a type, an id and fields:
# message('DONE', 7, STATUS => number(0)).
sub message ($type, $id, @fields) {
    my $body = '';
    while (my ($tag, $data) = splice @fields, 0, 2) {
        $body .= pack('SSL', named(tags, $tag), 0, length $data) . $data;
    }
    return pack('LSSLL',
        0x4d48524a, 1,
        named(types, $type),
        16 + length $body, $id)
        . $body;
}

1;
