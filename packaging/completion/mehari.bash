# Completion of the command mehari for bash: commands, and the options that
# "mehari help COMMAND" names; else files.

_mehari() {
    local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]}
    local word=${COMP_WORDS[COMP_CWORD]} names=

    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ] || [ "$command" = help ]; then
        names=$("$program" help 2>/dev/null |
            sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p')
    elif [ "${word:0:1}" = - ]; then
        names=$("$program" help "$command" 2>/dev/null |
            sed -n '/^ *--/p' | grep -o -e '--[a-z][a-z-]*' | sort -u)
    fi
    [ -z "$names" ] || mapfile -t COMPREPLY < <(compgen -W "$names" -- "$word")
}
complete -o default -F _mehari mehari
