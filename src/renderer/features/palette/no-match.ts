import type { Account } from '../../../shared/operations/accounts.ts'
import type { Command, VerbCommand } from '../../components/palette/commands.ts'
import { rankCommands, searchedWords, wordsScore } from '../../components/palette/filter.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import type { TypedVerb } from './find-verb.ts'
import { verbItem } from './palette-item.ts'
import { minServiceSearch } from './user-verb.ts'

interface FailedSearch {
  query: string
  typedVerb: TypedVerb | undefined
  commands: readonly Command[]
  /** Verbs that need more than a read-only token. */
  refused: readonly VerbCommand[]
  account: Account | undefined
  isOffline: boolean
  /** A note about the user list, such as that it is incomplete. */
  note: string | undefined
}

/** Reports that nothing matches, with the most useful hint. */
export function noMatchText(search: FailedSearch): string {
  const { query, typedVerb } = search
  // The footer explains what to type.
  if (typedVerb?.argument === '') return ''
  const text = bidiIsolate(typedVerb?.argument ?? query.trim())
  const message = t('palette.nothingMatches', { text })
  return [message, helpFor(search)].filter(Boolean).join(' ')
}

function helpFor({ query, typedVerb, commands, refused, account, isOffline, note }: FailedSearch) {
  if (!account || (typedVerb && typedVerb.verb.id !== 'user')) return ''
  if (isRefused(refused, query)) return t('palette.helpReadOnly')
  const word = typedVerb ? undefined : findMatchingWord(commands, query)
  if (word !== undefined) return t('palette.helpWord', { word })
  if (note !== undefined) return note
  if (isOffline && !account.isAdmin) return t('palette.helpOffline')
  const name = (typedVerb?.argument ?? query).trim()
  if (name.length < minServiceSearch) return t('palette.helpShort', { count: minServiceSearch })
  return t(account.isAdmin ? 'palette.helpAdmin' : 'palette.helpUsers')
}

/** Whether the text starts a command that a read-only token can’t run. */
function isRefused(refused: readonly VerbCommand[], query: string): boolean {
  const typed = query.trimStart().toLowerCase()
  const isVerb = ({ verbs }: VerbCommand) =>
    verbs.some((words) => `${typed} `.startsWith(`${words.toLowerCase()} `))
  return refused.some(isVerb) || rankCommands(refused.map(verbItem), query).length > 0
}

/** The longest word that matches commands by itself. */
function findMatchingWord(commands: readonly Command[], query: string): string | undefined {
  const words = searchedWords(query)
  if (words.length < 2) return undefined
  return words
    .toSorted((a, b) => b.length - a.length)
    .find((word) => (rankCommands(commands, word)[0]?.score ?? 0) >= wordsScore)
}
