/** What the directory shows of a person, and by what it can be sorted. */
export const directoryColumns = [
  'id',
  'name',
  'username',
  'email',
  'state',
  'is_admin',
  'two_factor_enabled',
  'last_activity_on',
  'last_sign_in_at',
  'created_at',
  'external',
  'bot',
  'identities',
  'using_license_seat',
  'projects_limit',
  'note',
] as const
export type DirectoryColumn = (typeof directoryColumns)[number]

/** The columns that are shown until a person chooses others. */
export const usualColumns: readonly DirectoryColumn[] = [
  'name',
  'state',
  'email',
  'last_activity_on',
  'two_factor_enabled',
]

/** Filters that only the service can answer, because its list does not tell; the provider only where it is SCIM. */
export const serverFilters = [
  'without_projects',
  'auditors',
  'saml_provider_id',
  'custom_attributes',
  'provider',
] as const
export type ServerFilterName = (typeof serverFilters)[number]

/** By what a search names somebody exactly, the surest first. */
export const exactMatches = ['id', 'username', 'email'] as const
export type ExactMatch = (typeof exactMatches)[number]
