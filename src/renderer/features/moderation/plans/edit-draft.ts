import type { UserEdit } from '../../../../shared/app/plans.ts'
import { nameLimit, noteLimit } from '../../../../shared/limits.ts'
import type { Fields } from '../../../data/form-field.ts'
import { t } from '../../../ui/messages.ts'

/** What is typed in the form of a bulk edit; empty fields change nothing. */
export interface EditDraft {
  noteMode: 'append' | 'replace'
  note: string
  external: '' | 'yes' | 'no'
  canCreateGroup: '' | 'yes' | 'no'
  projectsLimit: string
  provider: string
  uid: string
  fromDomain: string
  toDomain: string
}

export function emptyEdit(): EditDraft {
  return {
    noteMode: 'append',
    note: '',
    external: '',
    canCreateGroup: '',
    projectsLimit: '',
    provider: '',
    uid: '',
    fromDomain: '',
    toDomain: '',
  }
}

export function editFields() {
  const yesOrNo = [
    { value: '', label: t('plans.unchanged') },
    { value: 'yes', label: t('common.yes') },
    { value: 'no', label: t('common.no') },
  ]
  return {
    note: { kind: 'area', label: t('plans.note'), limit: noteLimit },
    noteMode: {
      kind: 'segments',
      label: t('plans.noteMode'),
      choices: [
        { value: 'append', label: t('plans.noteAppend') },
        { value: 'replace', label: t('plans.noteReplace') },
      ],
    },
    external: {
      kind: 'segments',
      label: t('fields.externalUser'),
      hint: t('plans.externalHint'),
      choices: yesOrNo,
    },
    canCreateGroup: { kind: 'segments', label: t('fields.canCreateGroups'), choices: yesOrNo },
    projectsLimit: { kind: 'number', label: t('fields.projectsLimit') },
    provider: { kind: 'text', label: t('plans.provider'), limit: nameLimit, isCode: true },
    uid: {
      kind: 'text',
      label: t('plans.uid'),
      hint: t('plans.uidHint', { username: '{username}', email: '{email}', id: '{id}' }),
      limit: nameLimit,
      isCode: true,
    },
    fromDomain: { kind: 'text', label: t('plans.fromDomain'), limit: nameLimit, isCode: true },
    toDomain: {
      kind: 'text',
      label: t('plans.toDomain'),
      hint: t('plans.domainHint'),
      limit: nameLimit,
      isCode: true,
    },
  } satisfies Fields
}

/** The changes that a draft asks for; undefined where it asks for none or for half of one. */
export function toUserEdit(draft: EditDraft): UserEdit | undefined {
  const typed = (text: string) => text.trim()
  const flag = (choice: '' | 'yes' | 'no') => (choice === '' ? undefined : choice === 'yes')
  const isIdentity = typed(draft.provider) !== '' && typed(draft.uid) !== ''
  const isDomain = typed(draft.fromDomain) !== '' && typed(draft.toDomain) !== ''
  const isNote = typed(draft.note) !== '' || draft.noteMode === 'replace'
  const edit: UserEdit = {
    ...(isNote && { note: { mode: draft.noteMode, text: typed(draft.note) } }),
    external: flag(draft.external),
    can_create_group: flag(draft.canCreateGroup),
    projects_limit: typed(draft.projectsLimit) === '' ? undefined : Number(draft.projectsLimit),
    ...(isIdentity && { identity: { provider: typed(draft.provider), uid: typed(draft.uid) } }),
    ...(isDomain && {
      emailDomain: {
        from: typed(draft.fromDomain).replace(/^@/, ''),
        to: typed(draft.toDomain).replace(/^@/, ''),
      },
    }),
  }
  const entries = Object.entries(edit).filter(([, value]) => value !== undefined)
  return entries.length > 0 ? (Object.fromEntries(entries) as UserEdit) : undefined
}

/** What the draft asks for only by half, by field. */
export function editErrors(draft: EditDraft): Partial<Record<keyof EditDraft, string[]>> {
  const missing = (field: keyof EditDraft, other: keyof EditDraft) =>
    draft[field].trim() === '' && draft[other].trim() !== '' ? [t('plans.missing')] : undefined
  const limit = draft.projectsLimit.trim()
  return {
    provider: missing('provider', 'uid'),
    uid: missing('uid', 'provider'),
    fromDomain: missing('fromDomain', 'toDomain'),
    toDomain: missing('toDomain', 'fromDomain'),
    projectsLimit: limit === '' || /^\d{1,7}$/.test(limit) ? undefined : [t('plans.wholeNumber')],
  }
}
