import type { MessageId } from '../messages/message.ts'
import {
  type AnswerName,
  type ColumnField,
  type UserField,
  answerName,
  columnFields,
  userFields,
} from './user-fields.ts'

/** Columns of the Users screen that aren't user fields. `column` in `user-fields.ts` turns a field into a column. */
const derivedColumns = {
  email_confirmed: { label: 'directory.column_email_confirmed', kind: 'flag', column: 120 },
  email_domain: { label: 'directory.domain', kind: 'text', column: 120 },
} as const satisfies Record<string, UserField>

export type DirectoryColumn = AnswerName<ColumnField> | keyof typeof derivedColumns

/** The directory's columns, which are also its sort keys, with the fields they show. */
export const directoryColumnFields = {
  ...Object.fromEntries(columnFields.map((name) => [answerName(name), userFields[name]])),
  ...derivedColumns,
} as Readonly<Record<DirectoryColumn, UserField & { column: number }>>
export const directoryColumns = Object.keys(directoryColumnFields) as DirectoryColumn[]

/** Headings that are shorter than the field's label. */
export const columnTitles: Partial<Record<DirectoryColumn, MessageId>> = {
  id: 'user.id',
  two_factor_enabled: 'directory.twoFactor',
  external: 'people.external',
  using_license_seat: 'directory.column_using_license_seat',
}

/** The default columns. */
export const defaultColumns: readonly DirectoryColumn[] = [
  'name',
  'username',
  'email',
  'id',
  'state',
  'last_activity_on',
  'two_factor_enabled',
  'created_at',
]

/**
 * Filters that only the instance can evaluate, because its list lacks these fields. Of the providers, this applies only
 * to SCIM.
 */
export const serverFilters = [
  'without_projects',
  'auditors',
  'saml_provider_id',
  'custom_attributes',
  'provider',
] as const
export type ServerFilterName = (typeof serverFilters)[number]

/** The fields a search can match exactly, most specific first. */
export const exactMatches = ['username', 'id', 'email'] as const
export type ExactMatch = (typeof exactMatches)[number]
