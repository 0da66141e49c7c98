import { reasonLimit } from '../../../../shared/limits.ts'
import { dayAfter, presetDays } from '../../../data/expiry-choice.ts'
import type { ExpiryChoice } from '../../../data/expiry-choice.ts'
import type { Fields } from '../../../data/form-field.ts'
import { newToken, tokenFields } from '../../../data/token-fields.ts'
import type { TokenDraft } from '../../../data/token-fields.ts'

/** The two kinds of tokens that an administrator makes for somebody. */
export type AdminTokenKind = 'impersonation' | 'personal'

/** A token that is being asked for, and why. */
export interface AdminTokenDraft extends TokenDraft {
  reason: string
}

interface ScopeChoice {
  value: string
  hint: string
  /** Of use to administrators only, so the service gives it to no one else (`lib/gitlab/auth.rb`). */
  admin?: true
}

const api = { value: 'api', hint: 'Everything that they may do, reading and writing.' }
const readUser = { value: 'read_user', hint: 'Their own profile, and the public ones of others.' }

/** What a token may be allowed to do. Impersonation tokens have two scopes in the interface. */
const scopeChoices: Record<AdminTokenKind, readonly ScopeChoice[]> = {
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
  const expires_at: ExpiryChoice =
    kind === 'impersonation'
      ? { kind: '90-days', day: dayAfter(presetDays['90-days']) }
      : { kind: 'never', day: '' }
  return { name: '', description: '', scopes: [], expires_at, reason: '' }
}

/** The fields of the form. Whether an impersonation token needs a scope, the service says. */
export function adminTokenFields(kind: AdminTokenKind, isAdmin: boolean): Fields {
  return {
    name: { ...tokenFields.name, placeholder: 'Nightly export' },
    description: tokenFields.description,
    scopes: {
      kind: 'scopes',
      choices: scopeChoices[kind].filter(({ admin }) => isAdmin || !admin),
      ...(kind === 'personal' && { required: 'choose at least one' }),
    },
    expires_at: {
      kind: 'expiry',
      never: 'No date',
      hint:
        kind === 'personal'
          ? 'It expires when the instance’s longest lifetime ends.'
          : 'Only where the instance doesn’t require an expiry date.',
    },
    reason: {
      kind: 'area',
      label: 'Reason',
      placeholder: 'Ticket, or who asked for it and what for',
      limit: reasonLimit,
      counts: true,
      required: 'say why: it is kept in the audit log',
      hint: 'Kept in the audit log of this device, not sent to the service.',
    },
  }
}

/** What is sent for a draft that nothing is wrong with. */
export function wishOf({ reason, ...draft }: AdminTokenDraft) {
  return { ...newToken(draft), reason: reason.trim() }
}
