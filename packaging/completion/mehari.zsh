#compdef mehari
# Completion of the command mehari for zsh: commands, and the options that
# "mehari help COMMAND" names; else files.

_mehari() {
    local -a names
    if (( CURRENT == 2 )) || [[ $words[2] == help ]]; then
        names=(${(f)"$($words[1] help 2>/dev/null |
            sed -n 's/^  \([a-z][a-z]*\)   *\(.*\)/\1:\2/p')"})
        _describe command names
    elif [[ $words[CURRENT] == -* ]]; then
        names=(${(f)"$($words[1] help $words[2] 2>/dev/null |
            sed -n '/^ *--/p' | grep -o -e '--[a-z][a-z-]*' | sort -u)"})
        compadd -- $names
    else
        _files
    fi
}
_mehari "$@"
