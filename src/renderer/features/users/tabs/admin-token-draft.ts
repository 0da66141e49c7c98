import { dayAfter, expiryErrors, presetDays } from '../../../data/expiry-choice.ts'
import type { ExpiryChoice } from '../../../data/expiry-choice.ts'
import { lengthOf } from '../../../ui/text-length.ts'
import { descriptionErrors, nameLimit } from '../../../data/token-draft.ts'

/** The two kinds of tokens that an administrator makes for somebody. */
export type AdminTokenKind = 'impersonation' | 'personal'

/** A token that is being asked for, as it was typed and chosen. */
export interface AdminTokenDraft {
  name: string
  description: string
  scopes: string[]
  expiry: ExpiryChoice
  reason: string
}

/** Characters of a reason, at most. */
export const reasonLimit = 1000

interface ScopeChoice {
  value: string
  hint: string
  /** Of use to administrators only, so the service gives it to no one else (`lib/gitlab/auth.rb`). */
  admin?: true
}

const api = { value: 'api', hint: 'Everything that they may do, reading and writing.' }
const readUser = { value: 'read_user', hint: 'Their own profile, and the public ones of others.' }

/** What a token may be allowed to do. Impersonation tokens have two scopes in the interface. */
export const scopeChoices: Record<AdminTokenKind, readonly ScopeChoice[]> = {
  impersonation: [api, readUser],
  personal: [
    api,
    { value: 'read_api', hint: 'Everything that they may see; nothing is changed.' },
    readUser,
    { value: 'read_repository', hint: 'Pull from repositories over HTTPS.' },
    { value: 'write_repository', hint: 'Pull from and push to repositories over HTTPS.' },
    { value: 'create_runner', hint: 'Make runners.' },
    { value: 'k8s_proxy', hint: 'Reach Kubernetes clusters through the instance.' },
    { value: 'sudo', hint: 'Act as anybody else.', admin: true },
    { value: 'admin_mode', hint: 'Administer where Admin Mode is on.', admin: true },
  ],
}

/** A form before anything was typed. What acts as somebody else begins with the shortest of the presets. */
export function freshDraft(kind: AdminTokenKind): AdminTokenDraft {
  const expiry: ExpiryChoice =
    kind === 'impersonation'
      ? { kind: '90-days', day: dayAfter(presetDays['90-days']) }
      : { kind: 'never', day: '' }
  return { name: '', description: '', scopes: [], expiry, reason: '' }
}

export function isFresh(
  { name, description, scopes, reason, expiry }: AdminTokenDraft,
  kind: AdminTokenKind,
) {
  const isEmpty = !name && !description && !reason && scopes.length === 0
  return isEmpty && expiry.kind === freshDraft(kind).expiry.kind
}

/** What is wrong with a draft, by the names of the interface. Whether an impersonation token needs a scope, the service says. */
export function draftErrors(
  { name, description, scopes, expiry, reason }: AdminTokenDraft,
  kind: AdminTokenKind,
  now: Date,
): Record<string, string[]> {
  const wrongDay = expiryErrors(expiry, now)
  return {
    ...(lengthOf(name) > nameLimit && {
      name: [`is too long (maximum is ${nameLimit} characters)`],
    }),
    ...(!name.trim() && { name: ['type a name first'] }),
    ...descriptionErrors(description),
    ...(kind === 'personal' && scopes.length === 0 && { scopes: ['choose at least one'] }),
    ...(wrongDay && { expires_at: wrongDay }),
    ...(lengthOf(reason) > reasonLimit && {
      reason: [`is too long (${reasonLimit} characters at most)`],
    }),
    ...(!reason.trim() && { reason: ['say why: it is kept in the audit log'] }),
  }
}

/** What is sent for a draft that nothing is wrong with. */
export function wishOf({ name, description, scopes, expiry, reason }: AdminTokenDraft) {
  return {
    name: name.trim(),
    scopes: [...scopes],
    reason: reason.trim(),
    ...(description.trim() && { description: description.trim() }),
    ...(expiry.day && { expires_at: expiry.day }),
  }
}
