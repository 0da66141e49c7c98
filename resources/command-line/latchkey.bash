# bash completion for latchkey
_latchkey_words() {
  local words=''
  local word first='' second='' path
  for word in "$@"; do
    case "$word" in -*) continue ;; esac
    if [[ -z "$first" ]]; then first="$word"; elif [[ -z "$second" ]]; then second="$word"; fi
  done
  path="$first"
  case "$first" in tokens|users) [[ -n "$second" ]] && path="$first $second" ;; esac
  case "$path" in
    '') words='status attention accounts keys tokens expiries users user open whoami completion --data --demo --demo-admin --port --no-open --hidden --self-test --policy --verify-log --verify-review --verbose --help' ;;
    'tokens') words='expiring' ;;
    'users') words='search' ;;
    'status') words='--emoji --busy --for --until --clear --account --json --data --help' ;;
    'attention') words='--account --json --data --help' ;;
    'accounts') words='--json --data --help' ;;
    'keys') words='--account --json --data --help' ;;
    'tokens expiring') words='--days --account --json --data --help' ;;
    'expiries') words='--days --ics --account --json --data --help' ;;
    'users search') words='--account --json --data --help' ;;
    'user') words='--account --json --data --help' ;;
    'open') words='home status profile avatar preferences emails keys tokens people computer computer/repositories accounts settings admin/people admin/queue admin/activities admin/audit-log admin/credentials admin/lookup --account --json --data --help' ;;
    'whoami') words='--json --data --help' ;;
    'completion') words='bash zsh fish --data --help' ;;
  esac
  printf '%s' "$words"
}
_latchkey() {
  local current="${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=($(compgen -W "$(_latchkey_words "${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "$current"))
}
complete -o default -F _latchkey latchkey
