import type { IdentifiedToken } from '../../../shared/gitlab/any-tokens.ts'
import { impersonationTokens } from '../../../shared/gitlab/tokens.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { FoundCredential, LookupOwner } from '../../../shared/operations/lookup.ts'
import { type LookupKind, revocationEffectOf } from '../../../shared/rules/lookup.ts'
import { scopeTexts } from '../../../shared/rules/token-scopes.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { FailureError } from '../../platform/failure.ts'
import { createFailureError } from '../../platform/failures.ts'
import { textOf } from '../../platform/messages.ts'

/** What describes a token or key. */
export interface Description {
  gitlab: GitLabClient
  /** The instance's host, for messages. */
  host: string
  /** Milliseconds since 1970. */
  now: number
}

/** Describes a token by the instance's answer, and reads its owner. */
export async function describeToken(
  description: Description,
  token: string,
  answer: IdentifiedToken,
): Promise<FoundCredential> {
  const shape = kindOf(answer, token)
  const named = namedOwner(answer, shape)
  const isPersonal = shape === 'personalOrImpersonation'
  if (isPersonal && !named) throw ownerError(description)
  const owner = named && (await readOwner(description, named))
  const kind = isPersonal && owner ? await tellApart(description, answer, owner) : shape
  const state = lookedUpState(kind, answer, description.now)
  const id = answer.id ?? answer.job?.id ?? undefined
  const { created_at = answer.job?.created_at } = answer
  const resource = resourceOf(answer, owner)
  const lastUse = answer.last_used_at === undefined ? answer.last_used : answer.last_used_at
  return {
    kind,
    ...(id !== undefined && { id }),
    name: nameOf(answer, kind),
    ...(owner && { owner }),
    ...(resource && { resource }),
    ...(answer.runner_type && { runnerType: answer.runner_type }),
    ...(answer.scopes && { scopes: scopeTexts(answer).map(textOf) }),
    ...(created_at && !isUserShaped(kind) && { created_at }),
    ...(lastUse !== undefined && { last_used_at: lastUse }),
    ...(answer.last_used_ips && { last_used_ips: answer.last_used_ips }),
    ...(answer.expires_at !== undefined && { expires_at: answer.expires_at }),
    state,
    revocation: revocationOf(kind, state, id),
  }
}

/** The first part of each kind's tokens (`doc/security/tokens`). Instances can put their own in front. */
const prefixes: readonly [RegExp, LookupKind][] = [
  [/^(\w+-)?glpat-/, 'personalOrImpersonation'],
  [/^(\w+-)?gldt-/, 'deploy'],
  [/^(\w+-)?glft-/, 'feed'],
  [/^(\w+-)?glimt-/, 'incomingEmail'],
  [/^(\w+-)?gloas-/, 'applicationSecret'],
  [/^(\w+-)?glrtr?-/, 'runner'],
  [/^(\w+-)?glagent-/, 'clusterAgent'],
  [/^(\w+-)?glptt-/, 'trigger'],
  [/^(\w+-)?glcbt-/, 'job'],
  [/^(\w+-)?glffct-/, 'featureFlags'],
  [/^(\w+-)?glsoat-/, 'scim'],
  [/^_gitlab_session\w*=/, 'session'],
]

/** By the fields of the answer. Three kinds have the same fields, those of a user, so only the token tells. */
function kindOf(answer: IdentifiedToken, token: string): LookupKind {
  if (typeof answer.user_id === 'number') return 'personalOrImpersonation'
  if (answer.application_id) return 'applicationSecret'
  if (answer.agent_id) return 'clusterAgent'
  if (answer.runner_type) return 'runner'
  if (answer.job) return 'job'
  if (answer.unleash_api_url) return 'featureFlags'
  if (answer.owner) return 'trigger'
  if (answer.username && answer.scopes) return 'deploy'
  return prefixes.find(([prefix]) => prefix.test(token))?.[1] ?? 'unknown'
}

function isUserShaped(kind: LookupKind): boolean {
  return kind === 'feed' || kind === 'incomingEmail' || kind === 'session'
}

interface NamedUser {
  id: number
  /** Absent if the answer contains only the ID. */
  username?: string
}

function namedOwner(answer: IdentifiedToken, kind: LookupKind): NamedUser | undefined {
  const id = answer.user_id ?? answer.created_by_user_id
  if (typeof id === 'number') return { id }
  const user = answer.owner ?? answer.created_by ?? answer.job?.user
  if (user) return user
  if (!isUserShaped(kind)) return undefined
  return { id: answer.id ?? 0, username: answer.username ?? '' }
}

/** Reads an owner. Throws if there is no such user, or the instance contradicts itself about their username. */
export async function readOwner(
  description: Description,
  { id, username }: NamedUser,
): Promise<LookupOwner> {
  if (!(id > 0)) throw ownerError(description)
  try {
    const user = await description.gitlab.call(users.get, { id })
    // guard: lookup-owner
    const isUser = user.username !== '' && (username ?? user.username) === user.username
    if (!isUser) throw ownerError(description)
    const { name, state, bot } = user
    return {
      id,
      username: user.username,
      name,
      state,
      ...(typeof bot === 'boolean' && { isBot: bot }),
    }
  } catch (error) {
    if (isMissing(error)) throw ownerError(description)
    throw error
  }
}

export function ownerError({ host }: Description): FailureError {
  return createFailureError('lookup.ownerUnusable', { host })
}

export function isMissing(error: unknown): boolean {
  return error instanceof FailureError && error.failure.kind === 'not-found'
}

/** Newer versions tell. Otherwise, only impersonation tokens can be read with their user. */
async function tellApart(
  { gitlab }: Description,
  { id, impersonation }: IdentifiedToken,
  owner: LookupOwner,
): Promise<LookupKind> {
  const bot = botResource(owner)
  if (bot) return bot.type
  if (typeof impersonation === 'boolean') return impersonation ? 'impersonation' : 'personal'
  if (typeof id !== 'number') return 'personalOrImpersonation'
  try {
    await gitlab.call(impersonationTokens.get, { user_id: owner.id, impersonation_token_id: id })
    return 'impersonation'
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
    return isMissing(error) ? 'personal' : 'personalOrImpersonation'
  }
}

function nameOf(answer: IdentifiedToken, kind: LookupKind): string {
  if (isUserShaped(kind)) return ''
  const { name, description, application_name, job } = answer
  return name || description || application_name || job?.name || ''
}

function resourceOf(
  { agent_id, job }: IdentifiedToken,
  owner: LookupOwner | undefined,
): FoundCredential['resource'] {
  const bot = owner && botResource(owner)
  if (bot) return bot
  if (typeof agent_id === 'number') return { type: 'agent', id: agent_id }
  const project = job?.pipeline?.project_id
  return typeof project === 'number' ? { type: 'project', id: project } : undefined
}

/** The project or group of a bot. Older versions don't tell who is one, and people may choose such a username. */
function botResource({
  username,
  isBot,
}: LookupOwner): { type: 'project' | 'group'; id: number } | undefined {
  // guard: lookup-bot
  if (isBot === false) return undefined
  const [, type, id] = /^(project|group)_(\d+)_bot/i.exec(username) ?? []
  return type ? { type: type.toLowerCase() as 'project' | 'group', id: Number(id) } : undefined
}

/** Kinds that GitLab finds only while they work. */
const findableWhileActive: ReadonlySet<LookupKind> = new Set([
  'feed',
  'incomingEmail',
  'session',
  'applicationSecret',
  'runner',
  'job',
  'featureFlags',
])

export function lookedUpState(
  kind: LookupKind,
  answer: IdentifiedToken,
  now: number,
): FoundCredential['state'] {
  // A runner's `active` only means that it isn't paused.
  if (findableWhileActive.has(kind)) return 'active'
  const { revoked, expired, status, active, expires_at: day } = answer
  if (revoked === true || status === 'revoked') return 'revoked'
  // Tokens expire at the start of their day in UTC.
  if (expired === true || (day && Date.parse(day) <= now)) return 'expired'
  if (active === false) return 'expired'
  const isKnown = active === true || revoked === false || status === 'active' || day === null
  return isKnown ? 'active' : 'unknown'
}

const kindsWithId: ReadonlySet<LookupKind> = new Set([
  'personal',
  'personalOrImpersonation',
  'impersonation',
  'project',
  'group',
])

function revocationOf(
  kind: LookupKind,
  state: FoundCredential['state'],
  id: number | undefined,
): FoundCredential['revocation'] {
  if (state === 'revoked' || state === 'expired') return { by: 'nothing', reason: 'inactive' }
  const effect = revocationEffectOf[kind]
  if (!effect) return { by: 'nothing', reason: 'kind' }
  return { by: kindsWithId.has(kind) && id !== undefined ? 'id' : 'token', effect }
}
