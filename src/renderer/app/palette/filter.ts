/** A screen, an account or an action in "Go anywhere". */
export interface Command {
  id: string
  label: string
  group: 'app.groupScreens' | 'app.groupAccounts' | 'app.groupActions'
  /** Further words to find it by. */
  keywords?: string
  run: () => unknown
}

/** The commands that match the query, best match first; all of them in their order for an empty query. */
export function filterCommands(commands: Command[], query: string): Command[] {
  const typed = query.trim().toLowerCase()
  if (!typed) return commands
  return commands
    .map((command) => ({ command, score: score(command, typed) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ command }) => command)
}

function score({ label, keywords = '' }: Command, typed: string): number {
  return Math.max(match(label.toLowerCase(), typed), match(keywords.toLowerCase(), typed) * 0.8)
}

/** 0 for no match; the whole text in one piece counts most, and more at a beginning; then beginnings of words. */
function match(text: string, typed: string): number {
  const at = text.indexOf(typed)
  if (at === 0) return 100
  if (at > 0) return /\w/.test(text[at - 1]!) ? 60 : 80
  return beginnings(text.split(/\W+/), typed.replace(/\s/g, '')) ? 40 : 0
}

/** Whether the letters are beginnings of words in their order: "udt" and "dath" find "use dark theme". */
function beginnings([word, ...rest]: string[], letters: string): boolean {
  if (!letters) return true
  if (word === undefined) return false
  for (let length = sharedLength(word, letters); length > 0; length -= 1) {
    if (beginnings(rest, letters.slice(length))) return true
  }
  return beginnings(rest, letters)
}

function sharedLength(word: string, letters: string): number {
  let length = 0
  while (length < word.length && word[length] === letters[length]) length += 1
  return length
}
