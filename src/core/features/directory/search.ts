import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import type { SqlCondition } from '../user-conditions.ts'
import { parseExactSearch } from './exact-match.ts'
import { expandUmlauts, normalizeForSearch } from '../../list-copy/normalize-for-search.ts'

/** A search of the copy. */
export interface SqlSearch {
  condition: SqlCondition
  /** How well a user matches: 0 is best, and less than `rankCount`. */
  rank: SqlCondition
}

const ranks = {
  username: 0,
  id: 1,
  email: 2,
  /** The name begins with the whole word. */
  firstWord: 3,
  /** The name or username begins with the word, or another part of the name does. */
  startOfWord: 4,
  insideWord: 5,
  /** Only the email address contains it. */
  address: 6,
} as const
export const rankCount = Object.keys(ranks).length

/** Any further words are ignored, as in GitLab (`lib/gitlab/sql/pattern.rb`). */
const maxWords = 20

/** The words that a user's name, username or email must contain, each in all spellings that match. */
export function searchTerms({ search = '' }: DirectoryFilter): string[][] {
  const words = search
    .trim()
    .replace(/^@(?=\S)/, '')
    .split(/\s+/)
    .map((word) => [
      ...new Set([normalizeForSearch(word), normalizeForSearch(expandUmlauts(word))]),
    ])
    .filter(([word]) => word !== '')
  return [...new Map(words.map((spellings) => [spellings[0], spellings])).values()].slice(
    0,
    maxWords,
  )
}

/** Undefined if nothing is searched for. No character has a special meaning. */
export function toSqlSearch(filter: DirectoryFilter): SqlSearch | undefined {
  const words = searchTerms(filter)
  if (words.length === 0) return undefined
  const { id, username, email } = parseExactSearch(filter.search ?? '')
  const matches = join(
    words.map((word) => join(word.map(contains), ' OR ')),
    ' AND ',
  )
  const rank = ranking(
    words.map((word) => ranking(word.map(rankOf), 'min')),
    'max',
  )
  const sql = [`WHEN username_key = ? THEN ${ranks.username}`]
  if (id !== undefined) sql.push(`WHEN id = ? THEN ${ranks.id}`)
  sql.push(`WHEN email_key = ? THEN ${ranks.email}`, `ELSE ${rank[0]}`)
  const ids = id === undefined ? [] : [id]
  return {
    condition: id === undefined ? matches : join([['id = ?', id], matches], ' OR '),
    rank: [`CASE ${sql.join(' ')} END`, username, ...ids, email, ...rank.slice(1)],
  }
}

/** The condition for a text that contains a word. */
export function contains(word: string): SqlCondition {
  const sql = ['name_key', 'username_key', 'email_key'].map((key) => `instr(${key}, ?)`)
  return [`(${sql.join(' OR ')})`, word, word, word]
}

/** How well a user matches who contains a word. Each comparison takes time: a letter is in all users' addresses. */
function rankOf(word: string): SqlCondition {
  return [
    `CASE WHEN instr(name_key, ?) = 1 OR instr(username_key, ?) = 1
       THEN iif(name_key = ? OR instr(name_key, ?) = 1, ${ranks.firstWord}, ${ranks.startOfWord})
     WHEN instr(name_key, ?) OR instr(name_key, ?) THEN ${ranks.startOfWord}
     WHEN instr(name_key, ?) OR instr(username_key, ?) THEN ${ranks.insideWord}
     ELSE ${ranks.address} END`,
    ...[word, word],
    ...[word, `${word} `],
    ...[` ${word}`, `-${word}`],
    ...[word, word],
  ]
}

/** The best (`min`) or worst (`max`) of several ranks. */
function ranking(all: readonly SqlCondition[], choose: 'min' | 'max'): SqlCondition {
  // With one argument, SQLite's functions are aggregates.
  return all.length === 1 ? all[0]! : join(all, ', ', choose)
}

export function join(all: readonly SqlCondition[], separator: string, name = ''): SqlCondition {
  const sql = all.map(([text]) => text).join(separator)
  return [`${name}(${sql})`, ...all.flatMap(([, ...values]) => values)]
}
