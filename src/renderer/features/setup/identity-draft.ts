import type { IdentityChoices, IdentityFields } from '../../../shared/operations/identities.ts'
import type { Fields } from '../../forms/form-field.ts'
import { describePurpose } from '../../components/key-purpose.ts'
import { t } from '../../ui/messages.ts'

export interface IdentityDraft {
  scope: IdentityFields['scope']
  /** One folder per line. */
  folders: string
  name: string
  email: string
  /** Empty to use the default keys. */
  key: string
  signs: boolean
  alias: string
}

/** Fills the form with an account’s identity, or with suggestions if it has none. */
export function identityDraft(choices: IdentityChoices): IdentityDraft {
  const { current, name, emails, keys, alias } = choices
  const suggestedKey =
    keys.find(({ isProposed }) => isProposed) ??
    keys.find(({ purpose, onAccount }) => onAccount || !purpose)
  return {
    scope: current?.scope ?? 'folders',
    folders: current?.folders.join('\n') ?? '',
    name: current?.name ?? name,
    email: current?.email ?? emails[0] ?? '',
    key: current ? (current.key ?? '') : (suggestedKey?.file ?? ''),
    signs: current?.signs ?? (suggestedKey?.isLocked === false && suggestedKey.maySign !== false),
    alias: current?.alias ?? alias,
  }
}

export function identityFormFields(draft: IdentityDraft, choices: IdentityChoices): Fields {
  const { host, supportsRemoteConditions } = choices
  const hint = supportsRemoteConditions ? undefined : t('identities.gitTooOld')
  const byRemote = { disabled: !supportsRemoteConditions, ...(hint && { hint }) }
  const emails = [...new Set([...choices.emails, draft.email])]
  const chosenKey = choices.keys.find(({ file }) => file === draft.key)
  return {
    scope: {
      kind: 'cards',
      label: t('identities.scope'),
      choices: [
        { value: 'folders', label: t('identities.scopeFolders') },
        { value: 'host', label: t('identities.scopeHost', { host }), ...byRemote },
        { value: 'alias', label: t('identities.scopeAlias'), ...byRemote },
      ],
    },
    ...(hasFolders(draft, choices) && {
      folders: {
        kind: 'area',
        label: t('identities.folders'),
        hint: t('identities.foldersHint'),
        isCode: true,
        ...(draft.scope === 'folders' && { required: t('identities.foldersNeeded') }),
        check: (text) =>
          linesOf(text).every(isFullPath) ? undefined : t('identities.foldersWrong'),
      },
    }),
    name: {
      kind: 'text',
      label: t('identities.name'),
      limit: 255,
      required: t('identities.nameNeeded'),
    },
    email: {
      kind: 'select',
      label: t('identities.email'),
      choices: emails.map((value) => ({ value, label: value })),
    },
    key: {
      kind: 'select',
      label: t('identities.key'),
      choices: [
        { value: '', label: t('identities.keyNone') },
        ...choices.keys.map(({ file }) => ({ value: file, label: file })),
      ],
      ...(chosenKey?.purpose && { hint: describePurpose(chosenKey.purpose) }),
    },
    signs: {
      kind: 'switch',
      label: t('identities.signs'),
      hint: t(chosenKey?.isLocked ? 'identities.keyLocked' : 'identities.signsHint'),
      disabled: draft.key === '',
    },
    ...(hasAlias(draft, choices) && {
      alias: {
        kind: 'text',
        label: t('identities.alias'),
        hint:
          draft.scope === 'alias'
            ? t('identities.aliasHintClone', { alias: draft.alias })
            : t('identities.aliasHint', { host }),
        isCode: true,
        limit: 253,
        required: t('identities.aliasNeeded'),
        check: (text) =>
          /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(text) ? undefined : t('identities.aliasWrong'),
      },
    }),
  }
}

/** Converts a draft to the fields to save. */
export function newIdentity(draft: IdentityDraft, choices: IdentityChoices): IdentityFields {
  const { scope, folders, name, email, key, signs, alias } = draft
  return {
    scope,
    folders: hasFolders(draft, choices) ? linesOf(folders) : [],
    name: name.trim(),
    email,
    ...(key && { key }),
    signs: signs && key !== '',
    ...(hasAlias(draft, choices) && { alias: alias.trim() }),
  }
}

/** Whether the form has folders. A host identity may also have been set for some. */
function hasFolders({ scope }: IdentityDraft, { current }: IdentityChoices): boolean {
  if (scope === 'folders') return true
  return current !== undefined && current.scope !== 'folders' && current.folders.length > 0
}

/** Whether the form has an SSH alias, which is only useful with a key or to tell repositories apart. */
function hasAlias({ scope, key }: IdentityDraft, { current }: IdentityChoices): boolean {
  if (scope === 'alias') return true
  return key !== '' && (scope === 'folders' || current?.alias !== undefined)
}

/** Whether a folder path is absolute or starts with `~`. */
export const isFullPath = (folder: string) => /^(~$|~?[/\\]|[A-Za-z]:[/\\])/.test(folder)

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
