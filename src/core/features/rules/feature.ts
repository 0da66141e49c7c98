import { accountFiles } from '../../accounts/account-folders.ts'
import type { RuleDifference, RuleProposal, UserRule } from '../../../shared/operations/rules.ts'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import type { ModerationAction } from '../../../shared/rules/moderation.ts'
import type { Context } from '../../context.ts'
import type { UnformattedFailure } from '../../platform/failure.ts'
import { createFailure } from '../../platform/failures.ts'
import { formatStoredText, parseText } from '../../platform/stored-text.ts'
import { featureRefusal, queuedActionRefusal } from '../../policy/disabled-features.ts'
import type { Feature } from '../feature.ts'
import { type Select, unknownColumns } from '../known-columns.ts'
import { RuleChecks, type RuleChecksOptions, idsOnlyIn } from './rule-checks.ts'
import { RuleStore } from './rule-store.ts'
import { RulesFile, type StoredProposal, type StoredRule, fromIdText } from './rules-file.ts'

interface Dependencies {
  directory: RuleChecksOptions['directory'] & {
    user(account: string, id: number): DirectoryEntry | undefined
    copies: { use<T>(account: string, act: (own: { select: Select }) => T): T }
  }
  queueOf(account: string): { bulk: ReturnType<RuleChecksOptions['bulkOf']> }
}

export interface RulesFeature extends Feature<'rules'> {
  /** How many proposals are open. */
  proposals(account: string): number
}

/** Prepares runs at regular times, for a person to start. */
export function rulesFeature(context: Context, { directory, queueOf }: Dependencies): RulesFeature {
  const { accounts, clock, documents, events, gitlabOf, hooks, lock, log, policy } = context
  const store = new RuleStore(documents.define(accountFiles.rules, RulesFile))
  const isAllowed = () => featureRefusal(policy, 'bulk') === undefined
  const onChange = (account: string) => events.emit('rules', { account })

  function objectionTo(account: string, action: ModerationAction): UnformattedFailure | undefined {
    if (lock.state().locked) return createFailure('lock.locked')
    const { baseUrl, isAdmin, token, user } = accounts.account(account)
    const { username } = user
    if (token === 'missing') {
      return createFailure('signIn.noToken', { username, host: new URL(baseUrl).host })
    }
    if (!isAdmin) return createFailure('invoke.noAdministrator', { username })
    return queuedActionRefusal(policy, action, 2)
  }

  const checks = new RuleChecks({
    store,
    accounts: () => (isAllowed() ? accounts.ids() : []),
    gitlabOf,
    objectionTo,
    directory,
    unknownColumns: (account, filter) =>
      directory.copies.use(account, (own) =>
        unknownColumns((sql, ...values) => own.select(sql, ...values), filter),
      ),
    bulkOf: (account) => queueOf(account).bulk,
    clock,
    onChange,
    log,
  })
  events.on('lock', ({ locked }) => {
    if (!locked) for (const account of accounts.ids()) checks.retry(account)
  })
  /** Token and rights as last known. A failed check changes an account, too, and must not repeat itself. */
  const access = new Map<string, string>()
  events.on('accounts', (snapshot) => {
    for (const { id, token, isAdmin } of snapshot.accounts) {
      const current = `${token} ${isAdmin}`
      if (access.get(id) !== current) checks.retry(id)
      access.set(id, current)
    }
  })
  hooks.tokenReplaced.subscribe((account) => checks.retry(account))
  hooks.connectivity.subscribe(({ account, state }, before) => {
    if (state === 'online' && before !== 'online') checks.retry(account)
  })

  function listRules(account: string): UserRule[] {
    store.assertKnown(account)
    return store.list(account).map((rule) => toShown(account, rule))
  }
  function toShown(
    account: string,
    { checkedUntil: _, lastIds: __, proposal, history, ...rule }: StoredRule,
  ): UserRule {
    return {
      ...rule,
      next: checks.nextTime(rule),
      isChecking: checks.isChecking(account, rule.id),
      ...(proposal && { proposal: toProposal(account, proposal) }),
      history: history.map(({ why, ...entry }) => ({
        ...entry,
        ...(why !== undefined && { why: formatStoredText(parseText(why)) }),
      })),
    }
  }
  function toProposal(account: string, { previous, ...proposal }: StoredProposal): RuleProposal {
    const { ids } = proposal
    const differenceOf = (only: number[]): RuleDifference => ({
      count: only.length,
      sample: only.slice(0, sampleSize).map((id) => {
        const username = directory.user(account, id)?.username
        return { id, ...(username !== undefined && { username }) }
      }),
    })
    return {
      ...proposal,
      ids: fromIdText(ids),
      skipped: proposal.skipped.map(({ why, count }) => ({
        why: formatStoredText(parseText(why)),
        count,
      })),
      ...(previous !== undefined && {
        difference: {
          added: differenceOf(idsOnlyIn(ids, previous)),
          gone: differenceOf(idsOnlyIn(previous, ids)),
        },
      }),
    }
  }
  /** Reports a change, and returns the rules after it. */
  function changed(account: string): UserRule[] {
    checks.wake()
    onChange(account)
    return listRules(account)
  }

  return {
    proposals: (account) =>
      isAllowed() ? store.list(account).filter(({ proposal }) => proposal).length : 0,
    handlers: {
      rules: {
        list(_, { account }) {
          // Timers don't notice that the clock was set forward.
          checks.wake()
          return listRules(account)
        },
        save(rule, { account }) {
          store.save(account, rule, clock.now())
          return changed(account)
        },
        remove({ id }, { account }) {
          store.remove(account, id)
          return changed(account)
        },
        restore({ id }, { account }) {
          store.restore(account, id)
          return changed(account)
        },
        runNow({ id }, { account }) {
          checks.checkNow(account, id)
          return listRules(account)
        },
        dismiss(proposal, { account }) {
          store.closeProposal(account, proposal, { at: clock.now(), outcome: 'dismissed' })
          return changed(account)
        },
        noteStarted({ run, count, ...proposal }, { account }) {
          const entry = { at: clock.now(), outcome: 'started' as const, run, count }
          store.closeProposal(account, proposal, entry)
          return changed(account)
        },
      },
    },
    forgetAccount(account) {
      checks.forget(account)
      store.forget(account)
      access.delete(account)
    },
    close: () => checks.close(),
  }
}

/** How many users of a difference are listed. */
const sampleSize = 10
