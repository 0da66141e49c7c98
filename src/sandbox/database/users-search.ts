import type { Condition } from './users-query.ts'

/** Fewer characters than this are no part of a name, but must be all of it (`lib/gitlab/sql/pattern.rb`). */
const shortestPart = 3
/** Further words of a search narrow nothing any more. */
const mostWords = 20

const nameIs = `search_text = ? || ' ' || lower(username)`
const foundByName = (test: string) => `SELECT id FROM users WHERE ${test}`

/**
 * Whoever has all words in name and username, or the address. Administrators find by any address, written in full;
 * others by public ones, also where a full address is only a part of it (`app/models/user.rb`, `search`).
 */
export function matching(search: string, isAdmin: boolean): Condition {
  const query = normal(search)
  const [byName, ...names] = name(query)
  const [byAddress, ...addresses] = isAdmin ? anyAddress(query) : publicAddress(query)
  return [`id IN (${foundByName(byName)} UNION ${byAddress})`, ...names, ...addresses]
}

/** Terms of an order that begins with those who are called exactly so, or have exactly this address. */
export function exactFirst(search: string): Condition {
  const query = normal(search)
  return [
    `CASE WHEN ${nameIs} THEN 0 WHEN username = ? THEN 1 WHEN public_email = ? THEN 2 ELSE 3 END,
     name, id DESC`,
    query,
    query,
    query,
  ]
}

function name(query: string): Condition {
  const words = [...query.matchAll(/"([^"]+)"|\S+/g)]
    .map(([word, quoted]) => quoted ?? word)
    .filter((word) => [...word].length >= shortestPart)
    .slice(0, mostWords)
  if (words.length === 0) return [`${nameIs} OR username = ?`, query, query]
  return [words.map(() => 'instr(search_text, ?) > 0').join(' AND '), ...words]
}

function anyAddress(query: string): Condition {
  return [
    `SELECT id FROM users WHERE email = ? UNION SELECT id FROM users WHERE public_email = ?
     UNION SELECT user_id FROM emails WHERE email = ?`,
    query,
    query,
    query,
  ]
}

function publicAddress(query: string): Condition {
  const isFull = /^\S+@\S+\.\S+$/.test(query)
  return [
    `SELECT id FROM users WHERE ? AND instr(lower(public_email), ?) > 0`,
    isFull ? 1 : 0,
    query,
  ]
}

function normal(search: string): string {
  return search.trim().replace(/^@/, '').toLowerCase()
}
