import type { Condition } from './users-query.ts'

/** Shorter terms must equal the complete name (`lib/gitlab/sql/pattern.rb`). */
const minWordLength = 3
/** Any further search words are ignored. */
const maxWords = 20

const nameEquals = `search_text = ? || ' ' || lower(username)`
const idsByName = (test: string) => `SELECT id FROM users WHERE ${test}`

/**
 * Users whose name and username contain all words of the search, or whose address matches it: for administrators, any
 * address that equals it; for others, a public address that contains it, if it looks like an address itself
 * (`app/models/user.rb`, `search`).
 */
export function searchCondition(search: string, isAdmin: boolean): Condition {
  const query = normalizeSearch(search)
  const [byName, ...names] = nameCondition(query)
  const [byAddress, ...addresses] = isAdmin ? anyEmail(query) : publicEmail(query)
  return [`id IN (${idsByName(byName)} UNION ${byAddress})`, ...names, ...addresses]
}

/** Sort terms that put exact matches of a name, username, or address first. */
export function exactMatchesFirst(search: string): Condition {
  const query = normalizeSearch(search)
  return [
    `CASE WHEN ${nameEquals} THEN 0 WHEN username = ? THEN 1 WHEN public_email = ? THEN 2 ELSE 3 END,
     name, id DESC`,
    query,
    query,
    query,
  ]
}

function nameCondition(query: string): Condition {
  const words = [...query.matchAll(/"([^"]+)"|\S+/g)]
    .map(([word, quoted]) => quoted ?? word)
    .filter((word) => [...word].length >= minWordLength)
    .slice(0, maxWords)
  if (words.length === 0) return [`${nameEquals} OR username = ?`, query, query]
  return [words.map(() => 'instr(search_text, ?) > 0').join(' AND '), ...words]
}

function anyEmail(query: string): Condition {
  return [
    `SELECT id FROM users WHERE email = ? UNION SELECT id FROM users WHERE public_email = ?
     UNION SELECT user_id FROM emails WHERE email = ?`,
    query,
    query,
    query,
  ]
}

function publicEmail(query: string): Condition {
  const isFull = /^\S+@\S+\.\S+$/.test(query)
  return [
    `SELECT id FROM users WHERE ? AND instr(lower(public_email), ?) > 0`,
    isFull ? 1 : 0,
    query,
  ]
}

function normalizeSearch(search: string): string {
  return search.trim().replace(/^@/, '').toLowerCase()
}
