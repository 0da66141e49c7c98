import type { Latchkey } from '../app.ts'
import type { UserStatus } from '../../shared/gitlab/current-user.ts'
import type { Account, AccountsSnapshot } from '../../shared/operations/accounts.ts'
import type { AdminAttention, Attention } from '../../shared/operations/attention.ts'
import type { PrintedUser } from '../../shared/operations/command-line.ts'
import type { Expiry } from '../../shared/operations/expiries.ts'
import type { EditOutcome } from '../../shared/operations/edit-outcome.ts'
import type { GpgKeyLists } from '../../shared/operations/gpg-keys.ts'
import type { SshKeyLists } from '../../shared/operations/local-keys.ts'
import type { TimedStatus } from '../../shared/operations/own-status.ts'
import type { StatusTimes } from '../../shared/operations/status-times.ts'
import type { Settings } from '../../shared/operations/settings.ts'
import { distinctLabel } from '../../shared/rules/account-label.ts'
import { currentTime } from '../../shared/rules/clock.ts'
import { isUrgentExpiry } from '../../shared/rules/expiry.ts'
import type { Envelope, Failure } from '../../shared/rules/failure.ts'
import { statusFieldMessages } from '../../shared/rules/status-durations.ts'
import { statusEnd } from '../../shared/rules/status-end.ts'
import { hasExpired, utcDay } from '../../shared/rules/utc-days.ts'
import { formatStatusLabel, toDraft } from '../features/desktop/status-label.ts'
import { isSameStatus } from '../features/status/status-fields.ts'
import { t } from '../platform/messages.ts'
import { type MessageId, message } from '../../shared/messages/message.ts'
import { administrationTitles, attentionTitle, attentionTone } from './attention-titles.ts'
import { accountFor, accountName, accountsFor } from './command-accounts.ts'
import { CommandFailure, exitCodeOf, commandFailureText } from './command-failure.ts'
import type { CommandAnswer, CommandRequest, OutputLine } from './command-request.ts'
import { commandExitCodes, defaultDays } from './commands.ts'
import { plainText, printTable } from './print-table.ts'
import { CommandRequestSchema } from './request-schema.ts'

/** The operations that commands use. */
export const allowedOperations = [
  'accounts.list',
  'attention.administration',
  'attention.get',
  'commandLine.findUser',
  'commandLine.searchUsers',
  'expiries.calendar',
  'expiries.list',
  'localGpgKeys.list',
  'localSshKeys.list',
  'ownStatus.clear',
  'ownStatus.get',
  'ownStatus.set',
  'settings.get',
  'statusTimes.get',
] as const

type AllowedOperation = (typeof allowedOperations)[number]

/** Calls one of the operations that commands may use. */
export type AllowedInvoke = (
  name: AllowedOperation,
  input?: object,
  account?: string,
) => Promise<Envelope>

/** Rejects all operations except those that commands use, so that no command can do more. */
export function allowOnly(invoke: Latchkey['invoke']): AllowedInvoke {
  return (name, input = {}, account) => {
    // guard: command-operations
    if (!allowedOperations.includes(name)) throw new Error(`Commands can’t call ${String(name)}.`)
    return invoke(name, input, account)
  }
}

export interface AnswerOptions {
  latchkey: Pick<Latchkey, 'invoke' | 'lock' | 'desktop'>
  /** Brings the window to the front. Absent in the browser host, where only an open page can show a screen. */
  showWindow?: (() => void) | undefined
}

/** What the handlers of commands need. */
interface Context extends Pick<AnswerOptions, 'showWindow'> {
  invoke: AllowedInvoke
  desktop: Latchkey['desktop']
  accounts: readonly Account[]
  /** The account shown last. */
  last: string | undefined
}

/** Answers a command; never throws for what a request contains. */
export async function answerCommand(
  { latchkey, showWindow }: AnswerOptions,
  request: unknown,
): Promise<CommandAnswer> {
  const { desktop, lock } = latchkey
  const checked = CommandRequestSchema.safeParse(request)
  if (!checked.success) return failed(t('invoke.unknown'), commandExitCodes.usage)
  if (lock.isLocked) {
    const text = `${t('lock.locked')} ${t('lock.lockedHint')}`
    return failed(text, commandExitCodes.unavailable)
  }
  const cached: number[] = []
  const invoke = allowOnly(async (...call) => {
    const envelope = await latchkey.invoke(...call)
    if (envelope.ok && envelope.asOf !== undefined) cached.push(envelope.asOf)
    return envelope
  })
  try {
    const { accounts } = await valueOf<AccountsSnapshot>(invoke('accounts.list'))
    const { lastAccount: last } = await valueOf<Settings>(invoke('settings.get'))
    const context = { invoke, desktop, showWindow, accounts, last }
    return withAge(await answer(context, checked.data as CommandRequest), cached)
  } catch (error) {
    if (error instanceof CommandFailure) return failed(error.message, error.exitCode)
    throw error
  }
}

/** Adds how old the answer is if parts of it are from the cache, because an instance can't be reached. */
function withAge(answer: CommandAnswer, cached: readonly number[]): CommandAnswer {
  if (cached.length === 0) return answer
  const at = new Date(Math.min(...cached))
  return {
    ...answer,
    document: { ...(answer.document as object), asOf: at.toISOString() },
    notes: [...answer.notes, t('commandLine.cached', { at: localTime(at) })],
  }
}

function failed(text: string, exitCode: number): CommandAnswer {
  return { exitCode, lines: [], notes: [plainText(text)] }
}

async function valueOf<T>(envelope: Promise<Envelope>): Promise<T> {
  const answered = await envelope
  if (answered.ok) return answered.value as T
  throw new CommandFailure(commandFailureText(answered.failure), exitCodeOf(answered.failure))
}

function answer(context: Context, request: CommandRequest): Promise<CommandAnswer> | CommandAnswer {
  const { accounts } = context
  const all = () => accountsFor(accounts, request.account)
  switch (request.command) {
    case 'accounts':
      return listAccounts(context)
    case 'status':
      return request.change === undefined
        ? showStatus(context, oneOf(context, request))
        : changeStatus(context, oneOf(context, request), request.change)
    case 'attention':
      return listAttention(context, all())
    case 'keys':
      return listKeys(context, all())
    case 'tokens expiring':
      return listExpiries(context, request, ['access-token', 'token'])
    case 'expiries':
      return request.isCalendar
        ? exportCalendar(context, request)
        : listExpiries(context, { ...request, days: request.days ?? defaultDays.expiries })
    case 'users search':
      return searchUsers(context, administratorOf(context, request), request.text)
    case 'user':
      return showUser(context, administratorOf(context, request), request.name)
    case 'open':
      return openScreen(context, request)
  }
}

type Named = Pick<CommandRequest, 'account'>

const oneOf = ({ accounts, last }: Context, { account: name }: Named) =>
  accountFor(accounts, { name, last })

/** The account for an administrator's command: unless one is named, it must be an administrator's. */
function administratorOf(context: Context, request: Named): Account {
  const { accounts, last } = context
  if (request.account !== undefined) return oneOf(context, request)
  accountsFor(accounts, undefined)
  const admins = accounts.filter(({ isAdmin }) => isAdmin)
  if (admins.length === 0) throw new CommandFailure(t('commandLine.noAdministrator'))
  return accountFor(admins, { name: undefined, last })
}

const done = (lines: OutputLine[], document: unknown, notes: string[] = []): CommandAnswer => ({
  exitCode: commandExitCodes.done,
  lines,
  document,
  notes,
})

function listAccounts({ accounts, last }: Context): CommandAnswer {
  accountsFor(accounts, undefined)
  const current = accountFor(accounts, { name: undefined, last })
  const lines = printTable(
    accounts.map((account) => ({
      cells: [
        account === current ? '*' : ' ',
        account.label,
        `@${account.user.username}`,
        account.baseUrl,
        account.token === 'missing'
          ? t('commandLine.needsSignIn')
          : t(account.isAdmin ? 'commandLine.administrator' : 'commandLine.signedIn'),
      ],
      ...(account.token === 'missing' && { tone: 'urgent' as const }),
    })),
  )
  const list = accounts.map((account) => ({
    ...accountName(account),
    name: account.user.name,
    isAdministrator: account.isAdmin,
    isCurrent: account === current,
    needsSignIn: account.token === 'missing',
  }))
  return done(lines, { accounts: list })
}

async function showStatus(context: Context, account: Account): Promise<CommandAnswer> {
  const status = await valueOf<UserStatus>(context.invoke('ownStatus.get', {}, account.id))
  return statusAnswer(context, account, status)
}

async function changeStatus(
  context: Context,
  account: Account,
  change: TimedStatus | 'clear',
): Promise<CommandAnswer> {
  const { invoke, desktop } = context
  const isCleared = change === 'clear'
  const outcome = await valueOf<EditOutcome<UserStatus>>(
    isCleared
      ? invoke('ownStatus.clear', {}, account.id)
      : invoke('ownStatus.set', change, account.id),
  )
  const draft = toDraft(outcome.now)
  // guard: command-notification
  desktop.notify({
    key: 'status by command',
    title: t(isCleared ? 'commandLine.statusCleared' : 'commandLine.statusSet', {
      account: account.label,
    }),
    text: draft ? formatStatusLabel(draft) : t('desktop.noStatus'),
    visit: { screen: 'status', account: account.id },
    onScreen: false,
  })
  const ignored = outcome.outcome === 'saved' ? outcome.ignored : []
  const fields = ignored.map((name) =>
    message(statusFieldMessages[name as keyof typeof statusFieldMessages]),
  )
  const notes = fields.length > 0 ? [t('desktop.statusFieldsIgnored', { fields })] : []
  return { ...(await statusAnswer(context, account, outcome.now)), notes }
}

async function statusAnswer(
  { invoke, accounts }: Context,
  account: Account,
  status: UserStatus,
): Promise<CommandAnswer> {
  const draft = toDraft(status)
  const { ending } = await valueOf<StatusTimes>(invoke('statusTimes.get', {}, account.id))
  // Latchkey clears a status itself at a time that GitLab doesn't offer.
  const end = ending && isSameStatus(ending.status, status) ? ending.at : statusEnd(status)
  const ends = end === undefined ? undefined : new Date(end)
  const text = draft ? formatStatusLabel(draft) : t('desktop.noStatus')
  const label = accounts.length > 1 ? `${distinctLabel(account, accounts)}: ` : ''
  const lines: OutputLine[] = [
    { text: plainText(label + text) },
    ...(ends ? [{ text: t('commandLine.clearsAt', { at: localTime(ends) }) }] : []),
  ]
  return done(lines, {
    account: accountName(account),
    emoji: draft?.emoji ?? '',
    message: draft?.message ?? '',
    busy: draft?.busy ?? false,
    clearsAt: ends?.toISOString() ?? null,
  })
}

/** `2026-12-24 15:00` in local time. */
function localTime(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

interface Problem {
  account: Account
  failure: Failure
}

/** Notes about what couldn't be read, and the exit code for it. */
function problemsOf(problems: readonly Problem[], accounts: readonly Account[]) {
  const notes = problems.map(({ account, failure }) =>
    plainText(`${distinctLabel(account, accounts)}: ${commandFailureText(failure)}`),
  )
  const codes = problems.map(({ failure }) => exitCodeOf(failure))
  return { notes, exitCode: Math.max(commandExitCodes.done, ...codes) }
}

const problemsIn = (problems: readonly Problem[]) =>
  problems.map(({ account, failure }) => ({
    account: accountName(account),
    message: commandFailureText(failure),
  }))

async function listAttention(
  { invoke, accounts: all }: Context,
  accounts: readonly Account[],
): Promise<CommandAnswer> {
  const reads = await Promise.all(
    accounts.map(async (account) => {
      const [own, admin] = await Promise.all([
        invoke('attention.get', {}, account.id),
        account.isAdmin ? invoke('attention.administration', {}, account.id) : undefined,
      ])
      const attention = own.ok ? (own.value as Attention) : undefined
      const failures = [
        ...(own.ok ? [] : [own.failure]),
        ...(attention?.failures.map(({ failure }) => failure) ?? []),
        ...(admin && !admin.ok ? [admin.failure] : []),
      ]
      return {
        account,
        items: attention?.items ?? [],
        tasks: admin?.ok ? administrationTitles(admin.value as AdminAttention) : [],
        failures: [...new Map(failures.map((failure) => [failure.message, failure])).values()],
      }
    }),
  )
  const found = reads.flatMap(({ account, items, tasks }) => [
    ...tasks.map((title) => ({ account, kind: 'administration', title, tone: undefined })),
    ...items.map((item) => ({
      account,
      kind: item.kind as string,
      title: plainText(attentionTitle(item)),
      tone: attentionTone(item),
      details: item,
    })),
  ])
  const problems = reads.flatMap(({ account, failures }) =>
    failures.map((failure) => ({ account, failure })),
  )
  const { notes, exitCode } = problemsOf(problems, all)
  const lines = printTable(
    found.map(({ account, title, tone }) => ({
      cells: all.length > 1 ? [distinctLabel(account, all), title] : [title],
      ...(tone && { tone }),
    })),
  )
  return {
    exitCode: found.length > 0 ? commandExitCodes.attention : exitCode,
    lines,
    document: {
      items: found.map(({ account, kind, title, ...item }) => ({
        account: accountName(account),
        kind,
        title,
        ...('details' in item && 'daysLeft' in item.details && { daysLeft: item.details.daysLeft }),
      })),
      failures: problemsIn(problems),
    },
    notes,
  }
}

async function listKeys(
  { invoke, accounts: all }: Context,
  accounts: readonly Account[],
): Promise<CommandAnswer> {
  const problems: Problem[] = []
  async function read<T>(account: Account, answered: Promise<Envelope>): Promise<T | undefined> {
    const envelope = await answered
    if (envelope.ok) return envelope.value as T
    problems.push({ account, failure: envelope.failure })
    return undefined
  }
  const lists = await Promise.all(
    accounts.map(async (account) => {
      const [ssh, gpg] = await Promise.all([
        read<SshKeyLists>(account, invoke('localSshKeys.list', {}, account.id)),
        read<GpgKeyLists>(account, invoke('localGpgKeys.list', {}, account.id)),
      ])
      return { account, ssh: ssh?.account ?? [], gpg: gpg?.account ?? [] }
    }),
  )
  const keys = lists.flatMap(({ account, ssh, gpg }) => [
    ...ssh.map((key) => ({
      account,
      type: 'ssh',
      id: key.id,
      title: key.title,
      fingerprint: key.details?.fingerprint,
      createdAt: key.created_at ?? null,
      expiresAt: key.expires_at,
      lastUsedAt: key.last_used_at ?? null,
    })),
    ...gpg.map((key) => ({
      account,
      type: 'gpg',
      id: key.id,
      title: key.details?.userIds[0]?.text ?? '',
      fingerprint: key.details?.fingerprint,
      createdAt: key.created_at ?? null,
      expiresAt: key.details && (key.details.expires ?? null),
      lastUsedAt: null,
    })),
  ])
  const lines = printTable(
    keys.map(({ account, type, title, fingerprint, expiresAt }) => ({
      cells: [
        ...(all.length > 1 ? [distinctLabel(account, all)] : []),
        type.toUpperCase(),
        title,
        fingerprint,
        expiryText(expiresAt),
      ],
    })),
  )
  const { notes, exitCode } = problemsOf(problems, all)
  const list = keys.map(({ account, ...key }) => ({ account: accountName(account), ...key }))
  return { exitCode, lines, document: { keys: list, failures: problemsIn(problems) }, notes }
}

/** When a key expires: null if never, undefined if unknown. */
function expiryText(at: string | null | undefined): string {
  if (at === undefined) return t('commandLine.unknownExpiry')
  if (at === null) return t('commandLine.never')
  const isOver = hasExpired(at, currentTime())
  return t(isOver ? 'commandLine.expired' : 'commandLine.expires', { day: utcDay(at) })
}

/** The input for `expiries`: the named account, or all of them. */
function expiriesInput(context: Context, request: Named): { account?: string } {
  const [named, ...others] = accountsFor(context.accounts, request.account)
  return request.account !== undefined && others.length === 0 ? { account: named!.id } : {}
}

interface ExpiryList {
  items: Expiry[]
  failures: { account: string; failure: Failure }[]
  unlisted: string[]
}

const expiryLabels = {
  'access-token': 'commandLine.token',
  token: 'commandLine.token',
  ssh: 'commandLine.sshKey',
  gpg: 'commandLine.gpgKey',
} as const

async function listExpiries(
  context: Context,
  request: Named & { days: number },
  kinds?: readonly Expiry['kind'][],
): Promise<CommandAnswer> {
  const { accounts: all, invoke } = context
  const input = expiriesInput(context, request)
  const read = await valueOf<ExpiryList>(invoke('expiries.list', input))
  const accountOf = (id: string) => all.find((account) => account.id === id)!
  const items = read.items.filter(
    ({ kind, daysLeft }) => daysLeft <= request.days && (!kinds || kinds.includes(kind)),
  )
  const lines = printTable(
    items.map(({ account, kind, name, at, daysLeft }) => ({
      cells: [
        utcDay(at),
        t('commandLine.daysLeft', { days: daysLeft }),
        t(expiryLabels[kind]),
        name,
        ...(all.length > 1 ? [distinctLabel(accountOf(account), all)] : []),
      ],
      tone: isUrgentExpiry(daysLeft) ? 'urgent' : 'soon',
    })),
  )
  const problems = read.failures.map(({ account, failure }) => ({
    account: accountOf(account),
    failure,
  }))
  const { notes, exitCode } = problemsOf(problems, all)
  return {
    exitCode,
    lines,
    document: {
      days: request.days,
      items: items.map(({ account, kind, name, at, daysLeft }) => ({
        account: accountName(accountOf(account)),
        kind,
        name,
        expiresAt: at,
        daysLeft,
      })),
      incomplete: read.unlisted.map((id) => accountName(accountOf(id))),
      failures: problemsIn(problems),
    },
    notes: [...notes, ...unlistedNotes(read.unlisted, all)],
  }
}

/** Notes about accounts of which only tokens created in Latchkey are known. */
function unlistedNotes(unlisted: readonly string[], all: readonly Account[]): string[] {
  return all
    .filter(({ id }) => unlisted.includes(id))
    .map((account) =>
      t('commandLine.unlisted', { account: plainText(distinctLabel(account, all)) }),
    )
}

async function exportCalendar(
  context: Context,
  request: Named & { days: number | undefined },
): Promise<CommandAnswer> {
  const { accounts: all, invoke } = context
  const { days } = request
  const input = { ...expiriesInput(context, request), ...(days !== undefined && { days }) }
  const read = await valueOf<Omit<ExpiryList, 'items'> & { text: string; count: number }>(
    invoke('expiries.calendar', input),
  )
  const accountOf = (id: string) => all.find((account) => account.id === id)!
  const problems = read.failures.map(({ account, failure }) => ({
    account: accountOf(account),
    failure,
  }))
  const { notes, exitCode } = problemsOf(problems, all)
  // The lines of a calendar end with CRLF, and printing adds the last LF.
  const lines = read.text.replace(/\n$/, '').split('\n')
  return {
    exitCode,
    lines: lines.map((text) => ({ text })),
    document: {
      calendar: read.text,
      incomplete: read.unlisted.map((id) => accountName(accountOf(id))),
      failures: problemsIn(problems),
    },
    notes: [...notes, ...unlistedNotes(read.unlisted, all)],
  }
}

async function searchUsers(
  { invoke }: Context,
  account: Account,
  text: string,
): Promise<CommandAnswer> {
  const { users, isCut } = await valueOf<{ users: PrintedUser[]; isCut: boolean }>(
    invoke('commandLine.searchUsers', { text }, account.id),
  )
  const lines = printTable(
    users.map(({ username, name, state, email }) => ({
      cells: [`@${username}`, name, state, email],
    })),
  )
  const notes = isCut ? [t('commandLine.moreUsers')] : []
  return done(lines, { account: accountName(account), users, isComplete: !isCut }, notes)
}

async function showUser(
  { invoke }: Context,
  account: Account,
  username: string,
): Promise<CommandAnswer> {
  const { user } = await valueOf<{ user?: PrintedUser }>(
    invoke('commandLine.findUser', { username }, account.id),
  )
  if (!user) throw new CommandFailure(t('commandLine.noUser', { username: plainText(username) }))
  const rows = Object.entries(userLabels).flatMap(([field, label]) => {
    const value = user[field as keyof PrintedUser]
    return value === undefined ? [] : [{ cells: [t(label), String(value)] }]
  })
  return done(printTable(rows), { account: accountName(account), user })
}

const userLabels = {
  id: 'commandLine.userId',
  username: 'commandLine.userUsername',
  name: 'commandLine.userName',
  state: 'commandLine.userState',
  email: 'commandLine.userEmail',
  isAdmin: 'commandLine.userIsAdmin',
  isBot: 'commandLine.userIsBot',
  hasTwoFactor: 'commandLine.userHasTwoFactor',
  createdAt: 'commandLine.userCreatedAt',
  lastActivityOn: 'commandLine.userLastActivityOn',
  currentSignInAt: 'commandLine.userCurrentSignInAt',
  webUrl: 'commandLine.userWebUrl',
} as const satisfies Record<keyof PrintedUser, MessageId>

/** The screens that can be shown while no account is signed in. */
const screensWithoutAccount: readonly string[] = ['accounts', 'settings']

function openScreen(context: Context, request: Named & { screen: string }): CommandAnswer {
  const { desktop, showWindow } = context
  const { screen } = request
  const account = accountOfScreen(context, request)?.id
  desktop.pendingVisit.request({ path: screen, ...(account !== undefined && { account }) })
  showWindow?.()
  const notes = showWindow ? [] : [t('commandLine.shownInPage')]
  return done([], { screen }, notes)
}

function accountOfScreen(
  context: Context,
  request: Named & { screen: string },
): Account | undefined {
  if (request.screen.startsWith('admin/')) return administratorOf(context, request)
  const isOptional = context.accounts.length === 0 && request.account === undefined
  if (isOptional && screensWithoutAccount.includes(request.screen)) return undefined
  return oneOf(context, request)
}
