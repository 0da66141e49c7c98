import { normalize } from '../../ui/highlight.ts'
import type { Command } from './commands.ts'
import { countTypos } from './count-typos.ts'
import { splitAlternatives } from './split-alternatives.ts'

/** A command with its match score, 0 if it doesn’t match. */
export interface RankedCommand<Item extends Command = Command> {
  command: Item
  score: number
}

/** Scores by where in the text the match is. */
const exactScore = 105
const prefixScore = 100
const labelScores = { words: 85, wordStart: 80, inside: 60 }
const keywordScores = { words: 72, wordStart: 64, inside: 45 }
/** At this score and above, every typed word matches. */
export const wordsScore = 50
const initialsScore = 40
const typosScore = 30

/** The query, prepared for matching. */
interface ParsedQuery {
  whole: string
  /** Its words except fillers, as in “how do I change my avatar”. */
  words: readonly string[]
}

/** A command’s label and keywords, prepared for matching. */
interface SearchableCommand {
  label: string
  keywords: string
  labelWords: readonly string[]
  keywordWords: readonly string[]
}

/**
 * The commands that match the query, best first, or all of them in order if it’s empty. Typos are allowed only if
 * nothing matches exactly.
 */
export function rankCommands<Item extends Command>(
  commands: readonly Item[],
  query: string,
): RankedCommand<Item>[] {
  const parsed = parseQuery(query)
  if (!parsed.whole) return commands.map((command) => ({ command, score: 1 }))
  const searchable = commands.map((command) => ({ command, fields: toSearchable(command) }))
  const rank = (scoreOf: (fields: SearchableCommand, parsed: ParsedQuery) => number) =>
    searchable
      .map(({ command, fields }) => ({ command, score: scoreOf(fields, parsed) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
  const exactMatches = rank(matchScore)
  return exactMatches.length > 0 ? exactMatches : rank(typoScore)
}

/** Groups commands by heading, with the best match’s heading first. */
export function groupByBest<Item extends Command>(ranked: readonly RankedCommand<Item>[]): Item[] {
  const sorted = ranked.toSorted((a, b) => b.score - a.score).map(({ command }) => command)
  return [...Map.groupBy(sorted, ({ group }) => group).values()].flat()
}

/** The words in a query that matter for searching. */
export function searchedWords(query: string): readonly string[] {
  return parseQuery(query).words
}

function parseQuery(query: string): ParsedQuery {
  const whole = normalize(query).trim().replace(/\s+/g, ' ')
  const fillers = new Set(splitAlternatives('palette.fillerWords'))
  const all = splitWords(whole)
  const words = all.filter((word) => !fillers.has(word))
  return { whole, words: words.length > 0 ? words : all }
}

function toSearchable({ label, keywords = '' }: Command): SearchableCommand {
  const [name, further] = [normalize(label), normalize(keywords)]
  return {
    label: name,
    keywords: further,
    labelWords: splitWords(name),
    keywordWords: splitWords(further),
  }
}

const splitWords = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

function matchScore(command: SearchableCommand, { whole, words }: ParsedQuery): number {
  return Math.max(
    phraseScore(command, whole),
    // Scores slightly lower, so that “what changed” doesn’t rank the same as “changed”.
    phraseScore(command, words.join(' ')) - 1,
    allWordsScore(command, words),
    matchesInitials(command.labelWords, whole.replace(/\s/g, '')) ? initialsScore : 0,
  )
}

function phraseScore({ label, keywords }: SearchableCommand, phrase: string): number {
  if (!phrase) return 0
  if (label === phrase) return exactScore
  if (label.startsWith(phrase)) return prefixScore
  return Math.max(
    positionScore(label, phrase, labelScores),
    positionScore(keywords, phrase, keywordScores),
  )
}

/** Scores a phrase by where it occurs: whole words beat prefixes, and prefixes beat other parts. */
function positionScore(text: string, phrase: string, scores: typeof labelScores): number {
  let best = 0
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const isStart = isBoundary(text, at - 1)
    const isWhole = isStart && isBoundary(text, at + phrase.length)
    best = Math.max(best, isWhole ? scores.words : isStart ? scores.wordStart : scores.inside)
  }
  return best
}

const isBoundary = (text: string, at: number) => !/[\p{L}\p{N}]/u.test(text[at] ?? ' ')

/** Scores matching every word in any order. Label matches count more. */
function allWordsScore(
  { labelWords, keywordWords }: SearchableCommand,
  words: readonly string[],
): number {
  const scores = words.map((word) =>
    Math.max(wordScore(labelWords, word), wordScore(keywordWords, word) * 0.7),
  )
  if (words.length === 0 || scores.includes(0)) return 0
  return wordsScore + (9 * sum(scores)) / scores.length
}

/** How well the best candidate matches a word, from 0 to 1. “tokens” also finds “token”. */
function wordScore(candidates: readonly string[], word: string): number {
  const singular = word.length > 3 ? word.replace(/s$/, '') : word
  if (candidates.includes(word)) return 1
  if (candidates.some((text) => text.startsWith(singular))) return 0.8
  return word.length > 2 && candidates.some((text) => text.includes(word)) ? 0.3 : 0
}

function typoScore(
  { labelWords, keywordWords }: SearchableCommand,
  { words }: ParsedQuery,
): number {
  if (words.length === 0) return 0
  const counts = words.map((word) =>
    Math.min(typosIn(labelWords, word), typosIn(keywordWords, word) + 0.5),
  )
  return Math.max(0, typosScore - 5 * sum(counts))
}

/** The typo count between a word and the closest candidate. */
function typosIn(candidates: readonly string[], word: string): number {
  if (wordScore(candidates, word) > 0) return 0
  return Math.min(...candidates.map((text) => countTypos(word, text) ?? Infinity))
}

/** Whether the letters abbreviate consecutive words: "udt" and "dath" find "use dark theme". */
function matchesInitials([word, ...rest]: readonly string[], letters: string): boolean {
  if (!letters) return true
  if (word === undefined) return false
  for (let length = sharedLength(word, letters); length > 0; length -= 1) {
    if (matchesInitials(rest, letters.slice(length))) return true
  }
  return matchesInitials(rest, letters)
}

function sharedLength(word: string, letters: string): number {
  let length = 0
  while (length < word.length && word[length] === letters[length]) length += 1
  return length
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
