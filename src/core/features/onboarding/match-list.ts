import { parseIdSearch } from '../../../shared/rules/id-search.ts'
import { normalEmail } from '../../../shared/rules/email-address.ts'
import { nameLimit } from '../../../shared/rules/limits.ts'
import { createTimeSlicer, mapInSlices } from '../../platform/time/time-slicer.ts'
import type { OnboardingDirectory } from './onboarding.ts'

/**
 * Finds the directory users on a pasted list, each once and in the list's order. Yields to other calls from time to
 * time.
 */
export async function matchList(
  text: string,
  find: (
    keys: Parameters<OnboardingDirectory['find']>[1],
  ) => ReturnType<OnboardingDirectory['find']>,
): Promise<{ ids: number[]; missing: string[]; ambiguous: string[] }> {
  const words = [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))]
  const entries = await mapInSlices(words, parseWord)
  const users = find({
    ids: entries.flatMap(({ id }) => id ?? []),
    usernames: entries.flatMap(({ username }) => username ?? []),
    emails: entries.flatMap(({ email }) => email ?? []),
  })
  const byId = new Map(users.map(({ id }) => [id, id]))
  const byUsername = new Map(users.map(({ id, username }) => [username.toLowerCase(), id]))
  const byEmail = new Map(users.map(({ id, email }) => [normalEmail(email ?? ''), id]))
  const matchedIds = new Set<number>()
  const missing: string[] = []
  const ambiguous: string[] = []
  const pause = createTimeSlicer()
  for (const { word, id, username, email } of entries) {
    const matches = new Set(
      [
        id !== undefined && byId.get(id),
        username !== undefined && byUsername.get(username),
        email !== undefined && byEmail.get(email),
      ].filter((match) => typeof match === 'number'),
    )
    // One user's ID may be another's username, so this reports the word rather than select the wrong user.
    if (matches.size > 1) ambiguous.push(word)
    else if (matches.size === 0) missing.push(word)
    for (const match of matches) if (matches.size === 1) matchedIds.add(match)
    // guard: list-slices
    await pause()
  }
  return { ids: [...matchedIds], missing, ambiguous }
}

interface ListedUser {
  word: string
  id?: number
  username?: string
  email?: string
}

/** `@kim` is a username, `#7` an ID, `7` could be either, and a word with an @ and a domain is an email. */
function parseWord(word: string): ListedUser {
  // guard: list-word
  if (word.length > 2 * nameLimit) return { word }
  const cleanedWord = word.replace(/^["'<(]+|["'>).]+$/g, '')
  const isEmail = cleanedWord.indexOf('@') > 0
  return {
    word,
    id: /^#?\d+$/.test(cleanedWord) ? parseIdSearch(cleanedWord) : undefined,
    username:
      isEmail || cleanedWord.startsWith('#')
        ? undefined
        : cleanedWord.replace(/^@/, '').toLowerCase(),
    email: isEmail ? normalEmail(cleanedWord) : undefined,
  }
}
