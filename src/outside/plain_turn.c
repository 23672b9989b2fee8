/*
 * plain_turn.c - outside of httpd a program has one thread, whose turn it
 * always is.
 */
#include "module/perl/parent.h"
#include "module/perl/turn.h"

bool mh_turn_behind;
unsigned mh_parents;

bool mh_turn_wait(int seconds)
{
    return true;
}

void mh_turn_give(void)
{
}

void mh_turn_postpone(void (*function)(void *data), void *data)
{
    function(data);
}

void mh_turn_discard(SV *sv, unsigned generation)
{
    dTHXa(mehari.perl);

    SvREFCNT_dec(sv);
}

void mh_turn_catch_up_now(void)
{
}

/* There is one interpreter, and mh_parents says so: none of these is called. */
bool mh_parent_go_generation(unsigned generation)
{
    return mehari.generation == generation;
}

bool mh_parent_is_there(unsigned generation)
{
    return mehari.generation == generation;
}

void mh_parent_return(void)
{
}

void mh_parent_each(void (*function)(void *data), void *data)
{
    function(data);
}
