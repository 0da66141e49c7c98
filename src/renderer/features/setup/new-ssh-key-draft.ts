import type { NewSshKey, NewSshKeyChoices } from '../../../shared/operations/new-ssh-key.ts'
import { nameLimit } from '../../../shared/rules/limits.ts'
import {
  type NewSshKeyType,
  isKeyFileName,
  isSshAlias,
  newSshKeyTypes,
} from '../../../shared/rules/new-ssh-key.ts'
import { sshKeyUsages } from '../../../shared/rules/ssh-keys.ts'
import { type ExpiryChoice, refreshExpiryChoice } from '../../forms/expiry-choice.ts'
import type { Fields } from '../../forms/form-field.ts'
import { t } from '../../ui/messages.ts'

/** The form values for a new key. */
export interface NewSshKeyDraft {
  type: NewSshKeyType
  file: string
  title: string
  usage_type: (typeof sshKeyUsages)[number]
  expires_at: ExpiryChoice
  toAgent: boolean
  hasAlias: boolean
  alias: string
}

export const newSshKeyTypeNames = {
  ed25519: 'newSshKey.typeEd25519',
  rsa: 'newSshKey.typeRsa',
  'ed25519-sk': 'newSshKey.typeSecurityKey',
} as const

const typeHints = {
  ed25519: 'newSshKey.typeEd25519Hint',
  rsa: 'newSshKey.typeRsaHint',
  'ed25519-sk': 'newSshKey.typeSecurityKeyHint',
} as const

export function newSshKeyDraft(choices: NewSshKeyChoices): NewSshKeyDraft {
  return {
    type: 'ed25519',
    file: choices.files.ed25519,
    title: choices.title,
    usage_type: 'auth_and_signing',
    expires_at: { kind: 'never', day: '' },
    toAgent: choices.hasAgent,
    hasAlias: false,
    alias: choices.alias,
  }
}

export function newSshKeyFields(draft: NewSshKeyDraft, { hasAgent }: NewSshKeyChoices): Fields {
  return {
    type: {
      kind: 'cards',
      label: t('newSshKey.type'),
      choices: newSshKeyTypes.map((value) => ({
        value,
        label: t(newSshKeyTypeNames[value]),
        hint: t(typeHints[value]),
      })),
    },
    file: {
      kind: 'text',
      label: t('newSshKey.file'),
      hint: t('newSshKey.fileHint'),
      isCode: true,
      limit: 100,
      required: t('newSshKey.fileNeeded'),
      check: (text) => (isKeyFileName(text) ? undefined : t('newSshKey.fileWrong')),
    },
    title: {
      kind: 'text',
      label: t('keys.title'),
      limit: nameLimit,
      required: t('sshKeys.titleEmpty'),
    },
    usage_type: {
      kind: 'cards',
      label: t('sshKeys.usageType'),
      choices: sshKeyUsages.map((value) => ({
        value,
        label: t(`sshKeys.usage_${value}`),
        hint: t(`sshKeys.usageHint_${value}`),
      })),
    },
    expires_at: { kind: 'expiry', hint: '', never: t('tokens.noExpiry') },
    toAgent: {
      kind: 'switch',
      label: t('newSshKey.toAgent'),
      hint: t(hasAgent ? 'newSshKey.toAgentHint' : 'newSshKey.noAgent'),
      disabled: !hasAgent,
    },
    hasAlias: {
      kind: 'switch',
      label: t('newSshKey.hasAlias'),
      hint: t('newSshKey.hasAliasHint'),
    },
    ...(draft.hasAlias && {
      alias: {
        kind: 'text',
        label: t('newSshKey.alias'),
        hint: t('newSshKey.aliasHint', { alias: draft.alias }),
        isCode: true,
        limit: 253,
        required: t('identities.aliasNeeded'),
        check: (text) => (isSshAlias(text) ? undefined : t('identities.aliasWrong')),
      },
    }),
  }
}

/** Converts a draft to the key to create. */
export function toNewSshKey(draft: NewSshKeyDraft, { hasAgent }: NewSshKeyChoices): NewSshKey {
  const { type, file, title, usage_type, toAgent, hasAlias, alias } = draft
  const { day } = refreshExpiryChoice(draft.expires_at)
  return {
    type,
    file: file.trim(),
    title: title.trim(),
    usage_type,
    ...(day && { expires_at: day }),
    toAgent: toAgent && hasAgent,
    ...(hasAlias && { alias: alias.trim() }),
  }
}
