import { accountFiles } from '../../accounts/account-folders.ts'
import { PerAccount } from '../../accounts/per-account.ts'
import type { AuditLog } from '../../audit-log/audit-log.ts'
import type { AccountContext } from '../../context.ts'
import { isolate } from '../../platform/log/isolate.ts'
import { refreshLocalZone } from '../../platform/time/local-zone.ts'
import { openDatabase } from '../../platform/sqlite/database.ts'
import { openDurable } from '../../platform/sqlite/durable.ts'
import type { CredentialsState } from '../../../shared/operations/credentials.ts'
import type { DirectoryState } from '../../../shared/operations/directory.ts'
import { exportName } from '../../../shared/rules/export-name.ts'
import { dayBefore, localDay } from '../../../shared/rules/local-day.ts'
import {
  counterIds,
  counterOf,
  firstKeptDay,
  importantChanges,
} from '../../../shared/rules/reports.ts'
import type { Feature } from '../feature.ts'
import type { Select } from '../known-columns.ts'
import { readDecisionFigures } from './decision-figures.ts'
import { exportReport } from './export-month.ts'
import { type Reading, ReportStore, reportOptions } from './report-store.ts'
import {
  type CountedCredentials,
  type CredentialReport,
  completeAsOf,
  credentialQueries,
  toTokenFigures,
} from './token-figures.ts'
import { readUserFigures } from './user-figures.ts'

interface Dependencies {
  directory: {
    copies: { use<T>(account: string, act: (own: { select: Select }) => T): T }
    state(account: string): Promise<DirectoryState>
  }
  credentials: {
    readReport(
      account: string,
      queries: readonly CountedCredentials[],
    ): Promise<CredentialReport | undefined>
  }
  /** Undefined if the file couldn't be opened. */
  auditLogIfOpen(account: string): AuditLog | undefined
}

/** How long (ms) after its end a load still counts for the day on which it ended. Later, its rows may have changed. */
const recentMs = 60_000
/** How many days back `changes` looks: today or yesterday, and up to 8 days before. */
const changeDays = 9
/** For how many missed days the audit log is counted. */
const maxMissedDays = 750

/** Counts the users, credentials, and decisions of each day. Loads nothing itself: it records what other features load. */
export function reportsFeature(
  { accounts, clock, events, folders, log }: AccountContext,
  { directory, credentials, auditLogIfOpen }: Dependencies,
): Feature<'reports'> {
  let isClosed = false
  const files = new PerAccount((account) => {
    const path = folders.path(account, accountFiles.reports)
    const database =
      path === undefined
        ? openDatabase(':memory:', reportOptions)
        : openDurable(path, reportOptions)
    return { database, store: new ReportStore(database) }
  })
  const storeOf = (account: string) => files.get(account).store
  const dayOf = (moment: number) => {
    refreshLocalZone()
    return localDay(moment)
  }
  const today = () => dayOf(clock.now())

  events.on('directory', ({ account, state }) => {
    isolate(log, () => recordUsers(account, state))
  })
  events.on('credentials', ({ account, state }) => {
    isolate(log, () => {
      // Each revoked token sends an event, too.
      if (mayRecord(account) && tokenReading(account, state)) void recordTokens(account)
    })
  })

  /** Later changes by Latchkey are counted again, so that the figures match their lists. */
  function recordUsers(account: string, state: DirectoryState, isAgain = false): void {
    const { phase, asOf, allUsersAsOf, skipped, failure } = state
    if (phase !== 'whole' || skipped || failure || asOf === undefined || !mayRecord(account)) return
    const reading = { source: 'directory', day: dayOf(asOf), mark: String(asOf) } as const
    // A sync of changes doesn't find deleted users.
    if (allUsersAsOf === undefined || dayOf(allUsersAsOf) !== reading.day) return
    const store = storeOf(account)
    if (isAgain ? reading.day !== today() : !isRecent(asOf) || store.hasRecorded(reading)) return
    const figures = directory.copies.use(account, (own) =>
      readUserFigures((sql, ...values) => own.select(sql, ...values), asOf),
    )
    if (isAgain && store.hasValues(reading.day, figures)) return
    record(account, { ...reading, at: isAgain ? clock.now() : asOf, figures })
    if (!isAgain) void recordTokens(account)
  }

  /** Records a complete load of today. Token owners may have been compared with the directory since. */
  async function recordTokens(account: string): Promise<void> {
    try {
      const report = await credentials.readReport(account, credentialQueries)
      const { known: users } = await directory.state(account)
      if (!report || !mayRecord(account)) return
      const reading = tokenReading(account, report.state)
      if (!reading) return
      const figures = toTokenFigures(report, { day: reading.day, users })
      record(account, { ...reading, figures })
    } catch (error) {
      log("The day's figures couldn't be recorded.", { error })
    }
  }

  /** A complete load of today that isn't recorded yet. */
  function tokenReading(account: string, state: CredentialsState) {
    const at = completeAsOf(state)
    if (at === undefined || !(dayOf(at) === today() || isRecent(at))) return undefined
    const mark = [at, state.ownersAsOf, state.keys?.to].join(' ')
    const reading = { source: 'credentials', day: dayOf(at), at, mark } as const
    return storeOf(account).hasRecorded(reading) ? undefined : reading
  }

  const isRecent = (asOf: number) => clock.now() - asOf <= recentMs
  const mayRecord = (account: string) =>
    !isClosed && accounts.ids().includes(account) && accounts.account(account).isAdmin

  function record(account: string, reading: Reading): void {
    storeOf(account).record(reading)
    storeOf(account).prune(today())
    isolate(log, () => recordDecisions(account))
    events.emit('reports', { account })
  }

  /** Counts today's decisions, and those of the days since they were last counted. */
  function recordDecisions(account: string): void {
    const auditLog = auditLogIfOpen(account)
    if (!auditLog) return
    const { baseUrl, user } = accounts.account(account)
    const store = storeOf(account)
    const { first, last } = store.span('decisions', today())
    const start = last ?? first ?? today()
    for (const day of daysFrom(start, today())) {
      const figures = readDecisionFigures(auditLog, { instance: baseUrl, id: user.id }, day)
      if (figures && !store.hasValues(day, figures))
        store.record({ source: 'auditLog', day, at: clock.now(), mark: day, figures })
    }
  }

  /** An account's figures, including changes and decisions made until now. */
  async function read(account: string): Promise<ReportStore> {
    const state = await directory.state(account)
    isolate(log, () => recordUsers(account, state, true))
    isolate(log, () => recordDecisions(account))
    return storeOf(account)
  }

  return {
    handlers: {
      reports: {
        async series({ counters, from, to }, { account }) {
          const store = await read(account)
          return counters.map((counter) => ({ counter, values: store.series(counter, from, to) }))
        },
        days: (_, { account }) => ({ today: today(), days: storeOf(account).days() }),
        changes(_, { account }) {
          const store = storeOf(account)
          const weighted = counterIds.filter((id) => counterOf(id).weight !== undefined)
          const from = dayBefore(today(), changeDays)
          const values = weighted.map((id) => [id, store.series(id, from, today())] as const)
          return importantChanges(new Map(values), today())
        },
        async exportMonth({ month, format }, { account }) {
          const store = await read(account)
          const { baseUrl, user } = accounts.account(account)
          const { username } = user
          const now = clock.now()
          return exportReport(
            {
              month,
              instance: baseUrl,
              actor: username,
              filename: exportName(`figures-${month}`, { instance: baseUrl, username }, now),
              now,
              series: (counter, first, last) => store.series(counter, first, last),
            },
            format,
          )
        },
      },
    },
    forgetAccount(account) {
      files.find(account)?.database.close()
      files.forget(account)
    },
    close() {
      isClosed = true
      for (const { database } of files.all()) database.close()
      files.clear()
    },
  }
}

/** The days from one to another, at most `maxMissedDays`. */
function daysFrom(first: string, last: string): string[] {
  const start = first < firstKeptDay(last) ? firstKeptDay(last) : first
  const days: string[] = []
  for (let day = start; day <= last && days.length < maxMissedDays; day = dayBefore(day, -1))
    days.push(day)
  return days
}
