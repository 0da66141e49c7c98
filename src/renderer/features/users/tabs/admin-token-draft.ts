import type { MessageId } from '../../../../shared/messages/message.ts'
import type { PersonalAccessToken } from '../../../../shared/gitlab/tokens.ts'
import { reasonLimit } from '../../../../shared/rules/limits.ts'
import type { Fields } from '../../../forms/form-field.ts'
import {
  type TokenDraft,
  freshTokenDraft,
  newToken,
  tokenFields,
} from '../../../forms/token-fields.ts'
import { t } from '../../../ui/messages.ts'

/** The two kinds of tokens that administrators create for users. */
export type AdminTokenKind = 'impersonation' | 'personal'

/** A new token and its reason. */
export interface AdminTokenDraft extends TokenDraft {
  reason: string
}

interface ScopeChoice {
  value: string
  hint: MessageId
  /** Available only for tokens of administrators (`lib/gitlab/auth.rb`). */
  admin?: true
}

const api: ScopeChoice = { value: 'api', hint: 'user.scopeApi' }
const readUser: ScopeChoice = { value: 'read_user', hint: 'user.scopeReadUser' }

/** The scopes of each token kind. The API offers two for impersonation tokens. */
const scopeChoices: Record<AdminTokenKind, readonly ScopeChoice[]> = {
  impersonation: [api, readUser],
  personal: [
    api,
    { value: 'read_api', hint: 'user.scopeReadApi' },
    readUser,
    { value: 'read_repository', hint: 'user.scopeReadRepository' },
    { value: 'write_repository', hint: 'user.scopeWriteRepository' },
    { value: 'create_runner', hint: 'user.scopeCreateRunner' },
    { value: 'k8s_proxy', hint: 'user.scopeK8sProxy' },
    { value: 'sudo', hint: 'user.scopeSudo', admin: true },
    { value: 'admin_mode', hint: 'user.scopeAdminMode', admin: true },
  ],
}

/** An empty form, or one based on the token to replace. */
export function freshAdminTokenDraft(renewed?: PersonalAccessToken): AdminTokenDraft {
  const { name = '', description, scopes } = renewed ?? {}
  return {
    ...freshTokenDraft([...(scopes ?? [])]),
    name,
    description: description ?? '',
    reason: '',
  }
}

/** The form’s fields. GitLab decides whether an impersonation token needs a scope. */
export function adminTokenFields(
  kind: AdminTokenKind,
  isAdmin: boolean,
  /** The replaced token’s scopes, some of which may not be available here. */
  renewedScopes: readonly string[] = [],
): Fields {
  const isPersonal = kind === 'personal'
  const offered = scopeChoices[kind].filter(({ admin }) => isAdmin || !admin)
  const others = renewedScopes.filter((scope) => !offered.some(({ value }) => value === scope))
  return {
    ...tokenFields(
      [...offered, ...others.map((value) => ({ value, hint: 'user.scopeOfOldToken' as const }))],
      {
        label: 'user.tokenNoDate',
        hint: isPersonal ? 'user.tokenNoDatePersonalHint' : 'user.tokenNoDateHint',
      },
      { needsScope: isPersonal },
    ),
    reason: {
      kind: 'area',
      label: t('moderation.reason'),
      placeholder: t('user.reasonPlaceholder'),
      limit: reasonLimit,
      counts: true,
      required: t('user.reasonRequired'),
      hint: t('user.reasonHint'),
    },
  }
}

/** Converts a valid draft to the values to send. */
export function draftToToken({ reason, ...draft }: AdminTokenDraft) {
  return { ...newToken(draft), reason: reason.trim() }
}
