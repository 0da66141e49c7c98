import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../ui/messages.ts'
import { byUrgency, expiryState } from '../../ui/time/expiry.ts'
import type { AccountKey, KeyKind, KeySummary, LocalKey } from './keys.ts'

/**
 * Where a key is stored. `here` means on this computer, and perhaps on the account, whose keys are unknown. `added`
 * keys were selected, dropped or pasted, and weren’t found on this computer.
 */
export type KeyPlace = 'both' | 'account' | 'computer' | 'added' | 'here'

/** What a row’s button does. Rows without an action have a menu instead. */
export type RowAction = 'import' | 'import-anyway' | 'import-without-comment' | 'renew' | 'restore'

/** The labels of a row’s button, visible and accessible. `isOthers` means that the keys are another user’s. */
export function actionLabels(
  action: RowAction,
  name: string,
  isOthers = false,
): { label: string; name: string } {
  const [label, named] = actionMessages[isOthers && action === 'import' ? 'add' : action]
  return { label: t(label), name: t(named, { name }) }
}

const actionMessages = {
  import: ['keys.import', 'keys.importNamed'],
  'import-anyway': ['keys.importAnyway', 'keys.importAnywayNamed'],
  'import-without-comment': ['keys.importWithoutComment', 'keys.importWithoutCommentNamed'],
  renew: ['keys.renew', 'keys.renewNamed'],
  restore: ['keys.restore', 'keys.restoreNamed'],
  add: ['keys.addKey', 'keys.addKeyNamed'],
} as const satisfies Record<RowAction | 'add', [MessageId, MessageId]>

interface RowBase {
  /** Identifies the row in links: `ssh-7`, or `ssh-local-…` for a local-only key. */
  id: string
  place: KeyPlace
  action?: RowAction
}

/** A key in the list, either on the account or local-only. */
export type KeyRow = RowBase &
  (
    | { accountKey: AccountKey; localKey?: undefined }
    | { localKey: LocalKey; accountKey?: undefined }
  )

/** The keys that make up the list. */
export interface ListedKeys {
  name: KeyKind
  accountKeys: readonly AccountKey[]
  newKeys: readonly LocalKey[]
  /** Whether keys can be imported. False while the account’s keys are unknown. */
  canImport: boolean
  /** Whether keys on the account can be renewed. Another user’s can’t. */
  canRenew: boolean
  /** Milliseconds since 1970. */
  now: number
}

/** The rows for one kind of key. */
export function keyRows({ name, now, ...keys }: ListedKeys): KeyRow[] {
  const prefix = name.toLowerCase()
  const accountKeyRow = (accountKey: AccountKey): KeyRow => ({
    id: `${prefix}-${accountKey.id}`,
    place: accountKey.isHere ? 'both' : 'account',
    action: keys.canRenew && needsRenewal(accountKey, now) ? 'renew' : undefined,
    accountKey,
  })
  const newKeyRow = (localKey: LocalKey): KeyRow => ({
    id: `${prefix}-local-${localKey.localKeyId}`,
    place: localKey.addedIds.length > 0 ? 'added' : keys.canImport ? 'computer' : 'here',
    action: keys.canImport ? importAction(localKey) : undefined,
    localKey,
  })
  return [...keys.accountKeys.map(accountKeyRow), ...keys.newKeys.map(newKeyRow)]
}

/** The action for a local-only key; undefined if GitLab rejected the key. */
export function importAction(key: LocalKey): RowAction | undefined {
  const { skipReason, isWithoutComment, refusal, group } = key
  if (group === 'ignored') return 'restore'
  if (refusal) return undefined
  if (isWithoutComment) return 'import-without-comment'
  return skipReason ? 'import-anyway' : 'import'
}

/** Whether “Add all” includes a key by default. Keys that may not belong on this account are excluded. */
export function isSuggested({ doubt, skipReason, emailProblem }: LocalKey): boolean {
  return !doubt && !skipReason && emailProblem?.missing === undefined
}

/** The label for the button that adds the selected keys. */
export const addLabel = (count: number) => t('keys.importSome', { count })

const places = {
  both: 'keys.placeBoth',
  account: 'keys.placeAccount',
  added: 'keys.placeAdded',
  computer: 'keys.placeComputer',
  here: 'keys.placeHere',
} as const satisfies Record<KeyPlace, MessageId>

/** Where a key is stored. Another user’s keys only have a label if they are new. */
export function placeLabel(place: KeyPlace, isOthers: boolean): string {
  if (isOthers) return place === 'added' ? t('keys.placeNew') : ''
  return t(places[place])
}

/** Whether a key can be renewed: a GPG key with a newer copy, an SSH key by changing its expiry. */
function needsRenewal({ newer, settings, expires }: AccountKey, now: number) {
  if (newer) return true
  const expiry = expiryState(expires, now)
  return settings !== undefined && expiry !== undefined && expiry.state !== 'later'
}

/** Sorts rows of both kinds: expiring keys, importable keys, the rest, and finally keys that need review. */
export function sortKeyRows<Row extends KeyRow>(rows: readonly Row[], now: number): Row[] {
  return byUrgency(
    rows.toSorted((a, b) => rank(a) - rank(b)),
    ({ accountKey }) => accountKey?.expires,
    now,
  )
}

export const keySorts = ['urgency', 'name', 'expiry', 'used', 'created'] as const
export type KeySort = (typeof keySorts)[number]

/** A stable sort that puts unknown values last. */
export function sortRowsBy<Row extends KeyRow>(rows: readonly Row[], sort: KeySort): Row[] {
  const valueOf = sortValues[sort]
  if (sort === 'name')
    return rows.toSorted((a, b) => summaryOf(a).name.localeCompare(summaryOf(b).name))
  return valueOf
    ? rows.toSorted((a, b) => valueOf(summaryOf(a)) - valueOf(summaryOf(b)))
    : [...rows]
}

const sortValues: Partial<Record<KeySort, (key: KeySummary) => number>> = {
  expiry: ({ expires }) => Date.parse(expires ?? '') || Number.MAX_SAFE_INTEGER,
  used: ({ lastUsed }) => -(Date.parse(lastUsed ?? '') || 0),
  created: ({ created }) => -(Date.parse(created ?? '') || 0),
}

/** Whether a row matches every word of a search. */
export function matchesSearch(row: KeyRow, kind: KeyKind, search: string): boolean {
  const { name, type, fingerprint = '', files, parts } = summaryOf(row)
  const names = parts?.userIds.map(({ text }) => text) ?? []
  const comment = row.localKey?.comment ?? ''
  const plain = fingerprint.replaceAll(' ', '')
  const texts = [kind, name, type, fingerprint, plain, comment, ...files, ...names]
  return matchesWords(texts.join('\n'), search)
}

/** Whether a text contains every word of a search. */
export function matchesWords(text: string, search: string): boolean {
  const lowerText = text.toLocaleLowerCase()
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => lowerText.includes(word))
}

export function summaryOf({ accountKey, localKey }: KeyRow): KeySummary {
  return accountKey ?? localKey
}

/** Keeps listed rows in place and inserts new ones in sort order. */
export function keepOrder<Row>(
  rows: readonly Row[],
  order: readonly string[],
  keyOf: (row: Row) => string,
): Row[] {
  const places = new Map(order.map((key, place) => [key, place]))
  const placeOf = (row: Row) => places.get(keyOf(row))
  const listed = rows
    .filter((row) => placeOf(row) !== undefined)
    .toSorted((a, b) => placeOf(a)! - placeOf(b)!)
  return rows.map((row) => (placeOf(row) === undefined ? row : listed.shift()!))
}

function rank({ action, accountKey }: KeyRow): number {
  if (action === 'renew') return 0
  if (action === 'import') return 1
  return accountKey ? 2 : 3
}
