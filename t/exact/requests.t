# Random CGI programs that look at their request and their process, while they
# are compiled and later: Mehari::Test::RandomPrograms.

use Mehari::Test;
use Mehari::Test::Generator::Request;
use Mehari::Test::RandomPrograms;
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();

# The requests that a user sends to a program.
sub requests ($user) {
    my @cookie = (headers => [ Cookie => "sid=$user-secret" ]);
    my $form   = "body=$user&more=1\nsecond line of $user\nthird\n";
    my @form   = (
        Cookie         => "sid=$user-secret",
        'Content-Type' => 'application/x-www-form-urlencoded'
    );
    return (
        [ "?user=$user", @cookie ],
        [
            "?user=$user",
            method  => 'POST',
            body    => $form,
            headers => \@form
        ],
        [ "?$user+of%20words+-x=$user", @cookie ],
        [ "/more/of/$user?user=$user",  @cookie ],
    );
}

compare_random_programs(
    make     => \&request_program,
    requests => \&requests,
    rounds   => 2
);
done_testing;
