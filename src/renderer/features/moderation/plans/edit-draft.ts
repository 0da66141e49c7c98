import type { UserEdit } from '../../../../shared/operations/plans.ts'
import { nameLimit, noteLimit } from '../../../../shared/rules/limits.ts'
import {
  type BulkField,
  bulkFields,
  byKind,
  userFields,
} from '../../../../shared/rules/user-fields.ts'
import type { ChoiceField, Fields, TextField } from '../../../forms/form-field.ts'
import { t } from '../../../ui/messages.ts'

/** The form values of a bulk edit. Empty fields stay unchanged. */
export interface EditDraft extends Record<BulkField, string> {
  noteMode: 'append' | 'replace'
  note: string
  provider: string
  uid: string
  fromDomain: string
  toDomain: string
}

export function emptyEdit(): EditDraft {
  return {
    noteMode: 'append',
    note: '',
    ...byKind(bulkFields, {}, ''),
    provider: '',
    uid: '',
    fromDomain: '',
    toDomain: '',
  }
}

export function editFields() {
  return {
    ...(Object.fromEntries(bulkFields.map((name) => [name, bulkField(name)])) as Record<
      BulkField,
      ChoiceField | TextField
    >),
    note: { kind: 'area', label: t('fields.adminNote'), limit: noteLimit },
    noteMode: {
      kind: 'segments',
      label: t('plans.noteMode'),
      choices: [
        { value: 'append', label: t('plans.noteAppend') },
        { value: 'replace', label: t('plans.noteReplace') },
      ],
    },
    provider: { kind: 'text', label: t('editing.sectionProvider'), limit: nameLimit, isCode: true },
    uid: {
      kind: 'text',
      label: t('fields.externalUid'),
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

function bulkField(name: BulkField): ChoiceField | TextField {
  const { kind, limit } = userFields[name]
  const common = {
    label: t(userFields[name].label),
    hint: name === 'external' ? t('plans.externalHint') : undefined,
  }
  if (kind !== 'flag') return { ...common, limit, kind: kind === 'number' ? 'number' : 'text' }
  const choices = [
    { value: '', label: t('editing.noChange') },
    { value: 'yes', label: t('common.yes') },
    { value: 'no', label: t('common.no') },
  ]
  return { ...common, kind: 'segments', choices }
}

/** Converts a draft to changes; undefined if there are none or any are incomplete. */
export function toUserEdit(draft: EditDraft): UserEdit | undefined {
  const typed = (text: string) => text.trim()
  const isIdentity = typed(draft.provider) !== '' && typed(draft.uid) !== ''
  const isDomain = typed(draft.fromDomain) !== '' && typed(draft.toDomain) !== ''
  const isNote = typed(draft.note) !== '' || draft.noteMode === 'replace'
  const edit: UserEdit = {
    ...(isNote && { note: { mode: draft.noteMode, text: typed(draft.note) } }),
    ...Object.fromEntries(
      bulkFields
        .filter((name) => typed(draft[name]) !== '')
        .map((name) => [name, bulkValue(name, typed(draft[name]))]),
    ),
    ...(isIdentity && { identity: { provider: typed(draft.provider), uid: typed(draft.uid) } }),
    ...(isDomain && {
      emailDomain: {
        from: typed(draft.fromDomain).replace(/^@/, ''),
        to: typed(draft.toDomain).replace(/^@/, ''),
      },
    }),
  }
  return Object.keys(edit).length > 0 ? edit : undefined
}

function bulkValue(name: BulkField, text: string): unknown {
  const { kind } = userFields[name]
  if (kind === 'flag') return text === 'yes'
  return kind === 'number' ? Number(text) : text
}

/** Errors for incomplete changes, by field. */
export function editErrors(draft: EditDraft): Partial<Record<keyof EditDraft, string[]>> {
  const missing = (field: keyof EditDraft, other: keyof EditDraft) =>
    draft[field].trim() === '' && draft[other].trim() !== '' ? [t('plans.missing')] : undefined
  return {
    ...Object.fromEntries(
      bulkFields
        .filter(
          (name) => userFields[name].kind === 'number' && !/^\d{0,7}$/.test(draft[name].trim()),
        )
        .map((name) => [name, [t('editing.invalidNumber')]]),
    ),
    provider: missing('provider', 'uid'),
    uid: missing('uid', 'provider'),
    fromDomain: missing('fromDomain', 'toDomain'),
    toDomain: missing('toDomain', 'fromDomain'),
  }
}
