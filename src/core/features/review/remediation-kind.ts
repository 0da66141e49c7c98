import { z } from 'zod'
import { associations } from '../../../shared/gitlab/associations.ts'
import { gpgKeys } from '../../../shared/gitlab/gpg-keys.ts'
import { sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import {
  type PersonalAccessToken,
  impersonationTokens,
  personalAccessTokens,
} from '../../../shared/gitlab/tokens.ts'
import { users } from '../../../shared/gitlab/users.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { accessLevelMessage } from '../../../shared/rules/access-levels.ts'
import { fieldChanges } from '../../audit-log/changes.ts'
import { refusalFor } from '../../jobs/failures.ts'
import { assertAdmin, toFailureOrThrow } from '../../jobs/item-context.ts'
import type { ItemContext, JobItem, JobKind, JobOutcome, SentWrite } from '../../jobs/job-kind.ts'
import { failedWriteOutcome } from '../../jobs/write-outcome.ts'
import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import { createFailure } from '../../platform/failures.ts'

/** How long (ms) finished reviews and their results are kept, which is long enough to compare them with last year's. */
export const reviewRetentionMs = 400 * 24 * 60 * 60_000

/** The kind's name in the database. */
export const remediationName = 'remediation'

export const RemediationParameters = z.object({ review: z.number(), name: z.string() })

/** The kinds of items that can be changed from here. */
export const remediableKinds = [
  'direct',
  'administrator',
  'ssh',
  'gpg',
  'token',
  'personal',
] as const

/** What was certified about an item, and what was decided. */
const ItemToChange = z.object({
  /** The review's ID of the item. */
  item: z.string(),
  kind: z.enum(remediableKinds),
  /** The ID of the group, project, key, or token; absent for the administrator flag. */
  id: z.number().optional(),
  type: z.enum(['Namespace', 'Project']).optional(),
  title: z.string(),
  /** The role when it was read. */
  level: z.number().nullable(),
  /** The role to change to; absent for a removal. */
  to: z.number().optional(),
})
export type ItemToChange = z.output<typeof ItemToChange>

/** Undefined if the row was edited or damaged. */
export function itemToChange({
  parameters,
}: Pick<JobItem, 'parameters'>): ItemToChange | undefined {
  return ItemToChange.safeParse(parameters).data
}

export interface RemediationItem extends JobItem {
  target: JobItem['target'] & { id: number }
}

export interface RemediationKindOptions {
  /** Throws if Latchkey may use this token of a user on this computer. */
  assertNotLatchkeys(
    context: ItemContext,
    token: { id: number; user: number; username: string },
  ): Promise<void>
  /** Why no run touches a user; undefined if runs may. */
  exceptionOf(account: string, user: number): Message | undefined
}

/** Whether it still is as it was certified (`open`), is as it was decided (`done`), or neither. */
type Current = 'open' | 'done' | { change: Message }

interface ChangeKind {
  read(context: ItemContext, user: number, change: ItemToChange): Promise<Current>
  send(context: ItemContext, user: number, change: ItemToChange): Promise<unknown>
  /** The name of the request in the audit log. */
  action(change: ItemToChange): string
}

const membership: ChangeKind = {
  async read({ call, all }, user_id, { type, id, level, to }) {
    const inProject = { project_id: id! }
    const inGroup = { group_id: id! }
    const isProject = type === 'Project'
    const member = await orGone(
      () =>
        isProject
          ? call(associations.projectMember, { ...inProject, user_id }, { once: true })
          : call(associations.groupMember, { ...inGroup, user_id }, { once: true }),
      // An instance without the endpoint answers the same.
      () =>
        isProject
          ? all(associations.listProjectMembers, inProject, { once: true })
          : all(associations.listGroupMembers, inGroup, { once: true }),
    )
    if (!member) return 'done'
    const current = member.access_level ?? 0
    if (to !== undefined && current === to) return 'done'
    if (current === level) return 'open'
    return {
      change: message('review.roleChanged', {
        before: accessLevelMessage(level),
        after: accessLevelMessage(current),
      }),
    }
  },
  send({ call }, user_id, { type, id, to }) {
    const inProject = { project_id: id!, user_id }
    const inGroup = { group_id: id!, user_id }
    if (to !== undefined)
      return type === 'Project'
        ? call(associations.changeProjectMember, { ...inProject, access_level: to })
        : call(associations.changeGroupMember, { ...inGroup, access_level: to })
    const alone = { skip_subresources: true, unassign_issuables: false } as const
    return type === 'Project'
      ? call(associations.removeProjectMember, { ...inProject, ...alone })
      : call(associations.removeGroupMember, { ...inGroup, ...alone })
  },
  action: ({ type, to }) =>
    `associations.${to === undefined ? 'remove' : 'change'}${type === 'Project' ? 'Project' : 'Group'}Member`,
}

const administrator: ChangeKind = {
  async read({ call }, id) {
    const user = await orGone(() => call(users.get, { id }, { once: true }))
    if (!user || user.is_admin === false) return 'done'
    if (user.is_admin === true) return 'open'
    return { change: message('review.adminUnknown') }
  },
  send: ({ call }, id) => call(users.modify, { id, admin: false }),
  action: () => 'users.modify',
}

const sshKey: ChangeKind = {
  async read({ all }, user, { id }) {
    const keys = await all(sshKeys.listOf, { id_or_username: user }, complete)
    return keys.some((key) => key.id === id) ? 'open' : 'done'
  },
  send: ({ call }, user, { id }) => call(sshKeys.removeOf, { id: user, key_id: id! }),
  action: () => 'sshKeys.removeOf',
}

const gpgKey: ChangeKind = {
  async read({ all }, user, { id }) {
    const keys = await all(gpgKeys.listOf, { id: user }, complete)
    return keys.some((key) => key.id === id) ? 'open' : 'done'
  },
  send: ({ call }, user, { id }) => call(gpgKeys.removeOf, { id: user, key_id: id! }),
  action: () => 'gpgKeys.removeOf',
}

const impersonationToken: ChangeKind = {
  async read({ call }, user_id, { id }) {
    const path = { user_id, impersonation_token_id: id! }
    const token = await orGone(() => call(impersonationTokens.get, path, { once: true }))
    return token && isUsable(token) ? 'open' : 'done'
  },
  send: ({ call }, user_id, { id }) =>
    call(impersonationTokens.revoke, { user_id, impersonation_token_id: id! }),
  action: () => 'impersonationTokens.revoke',
}

const personalToken: ChangeKind = {
  async read({ call, page }, user, { id }) {
    const token = await orGone(
      () => call(personalAccessTokens.get, { token_id: id! }, { once: true }),
      () => page(personalAccessTokens.list, {}, undefined, { once: true }),
    )
    if (!token || !isUsable(token)) return 'done'
    return token.user_id === user ? 'open' : { change: message('review.tokenOfAnother') }
  },
  send: ({ call }, _, { id }) => call(personalAccessTokens.revoke, { token_id: id! }),
  action: () => 'personalAccessTokens.revoke',
}

const kinds: Readonly<Record<ItemToChange['kind'], ChangeKind>> = {
  direct: membership,
  administrator,
  ssh: sshKey,
  gpg: gpgKey,
  token: impersonationToken,
  personal: personalToken,
}

/** A list with an unreadable entry doesn't prove that something is gone. */
const complete = {
  once: true,
  onSkipped() {
    throw new FailureError(createFailure('review.unreadableList'))
  },
} as const

function isUsable({ active, revoked }: PersonalAccessToken): boolean {
  return active !== false && revoked !== true
}

/** Undefined if GitLab says that it doesn't exist, as long as `check` succeeds. */
async function orGone<T>(
  read: () => Promise<T>,
  check?: () => Promise<unknown>,
): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    const { kind, reason } = toFailureOrThrow(error)
    if (kind !== 'not-found' || reason !== undefined) throw error
    await check?.()
    return undefined
  }
}

/**
 * Carries out what was decided in a review, one item at a time. Each is read before and after. Guarantee: nothing is sent for
 * an item that has changed since it was read, for an exception, or for a token that Latchkey uses.
 */
export function remediationKind(options: RemediationKindOptions): JobKind<RemediationItem> {
  const read = (context: ItemContext, { target }: RemediationItem, change: ItemToChange) =>
    kinds[change.kind].read(context, target.id, change)
  return {
    name: remediationName,
    writes: true,
    // As long as the reviews whose results these are.
    retentionMs: reviewRetentionMs,
    async prepare(context, item) {
      const change = ItemToChange.parse(item.parameters)
      // guard: reviewed-exception
      const objection = options.exceptionOf(context.account, item.target.id)
      if (objection) return { kind: 'refused', failure: refusalFor(objection), sent: false }
      try {
        const current = await read(context, item, change)
        if (current === 'done') return finish(change, false)
        // guard: changed-item
        if (current !== 'open') return { ...refusedAsChanged(current.change), sent: false }
        if (change.kind === 'token' || change.kind === 'personal') {
          const { id: user, username } = item.target
          // guard: latchkeys-reviewed-token
          await options.assertNotLatchkeys(context, { id: change.id!, user, username })
        }
      } catch (error) {
        return unreadOutcome(context, error)
      }
      return { before: 'open', send: () => send(context, item, change) }
    },
    async lookUp(context, item) {
      const change = ItemToChange.parse(item.parameters)
      try {
        const current = await read(context, item, change)
        if (current === 'done') return finish(change, true, [toWrite(change)])
        return current === 'open'
          ? { kind: 'again' }
          : { ...refusedAsChanged(current.change), sent: true }
      } catch (error) {
        return { kind: 'unknown', failure: toFailureOrThrow(error), accepted: item.accepted }
      }
    },
  }

  async function send(
    context: ItemContext,
    item: RemediationItem,
    change: ItemToChange,
  ): Promise<JobOutcome> {
    let refusal: UnformattedFailure | undefined
    try {
      await kinds[change.kind].send(context, item.target.id, change)
    } catch (error) {
      refusal = toFailureOrThrow(error)
      const outcome = failedWriteOutcome(refusal)
      if (outcome === 'unknown') return { kind: 'unknown', failure: refusal, accepted: false }
      if (outcome === 'not-done') return { kind: 'delayed', failure: refusal }
    }
    try {
      const current = await read(context, item, change)
      if (current === 'done') return finish(change, true, [toWrite(change)])
    } catch (error) {
      return { kind: 'unknown', failure: toFailureOrThrow(error), accepted: refusal === undefined }
    }
    const failure = refusal ?? createFailure('review.notChanged')
    const write: SentWrite = { ...toWrite(change), outcome: 'refused', answer: failure.message }
    return { kind: 'refused', failure, after: 'open', sent: true, writes: [write] }
  }
}

function refusedAsChanged(change: Message) {
  return {
    kind: 'refused' as const,
    failure: createFailure('review.changed', { change }),
    after: 'open',
  }
}

/** An attempt that couldn't read what it needs. Only Latchkey's own token is refused for good. */
async function unreadOutcome(context: ItemContext, error: unknown): Promise<JobOutcome> {
  const failure = toFailureOrThrow(error)
  const { message: text } = failure
  const isOwn = typeof text === 'object' && /^tokens\.latchkeys/.test(text.id)
  if (isOwn) return { kind: 'refused', failure, sent: false }
  if (failure.status === 403 || failure.status === 404) await assertAdmin(context)
  return { kind: 'delayed', failure }
}

function finish(
  { to }: ItemToChange,
  sent: boolean,
  writes: readonly SentWrite[] = [],
): JobOutcome {
  return { kind: 'done', after: to === undefined ? 'removed' : 'changed', sent, writes }
}

function toWrite(change: ItemToChange): SentWrite {
  const { kind, title, id, level, to } = change
  const before = {
    ...(level !== null && { access_level: level }),
    ...(kind === 'administrator' && { admin: true }),
  }
  const after = {
    ...(to !== undefined && { access_level: to }),
    ...(kind === 'administrator' && { admin: false }),
  }
  return {
    action: kinds[kind].action(change),
    ...(kind !== 'administrator' && { object: title || `#${id}` }),
    changes: fieldChanges(after, before),
    outcome: 'done',
  }
}
