import type { Command } from './commands.ts'

/** A command with how well it matches: 100 for the best match, 0 for none. */
export interface RankedCommand<Item extends Command = Command> {
  command: Item
  score: number
}

/** The commands that match the query, best match first; all of them in their order for an empty query. */
export function rankCommands<Item extends Command>(
  commands: readonly Item[],
  query: string,
): RankedCommand<Item>[] {
  const typed = query.trim().toLowerCase()
  return commands
    .map((command) => ({ command, score: typed ? scoreOf(command, typed) : 1 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

/** Gathers commands under their headings, the heading with the best match first. */
export function groupByBest<Item extends Command>(ranked: readonly RankedCommand<Item>[]): Item[] {
  const sorted = ranked.toSorted((a, b) => b.score - a.score).map(({ command }) => command)
  return [...Map.groupBy(sorted, ({ group }) => group).values()].flat()
}

function scoreOf({ label, keywords = '' }: Command, typed: string): number {
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
