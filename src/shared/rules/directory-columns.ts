/** The columns of the directory, by which it can also be sorted. */
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
  'email_confirmed',
  'email_domain',
] as const
export type DirectoryColumn = (typeof directoryColumns)[number]

/** The columns that are shown by default. */
export const usualColumns: readonly DirectoryColumn[] = [
  'name',
  'username',
  'email',
  'id',
  'state',
  'last_activity_on',
  'two_factor_enabled',
  'created_at',
]

/** Filters that only the service can answer, because its list lacks these fields; of providers, only SCIM. */
export const serverFilters = [
  'without_projects',
  'auditors',
  'saml_provider_id',
  'custom_attributes',
  'provider',
] as const
export type ServerFilterName = (typeof serverFilters)[number]

/** What a search can match exactly, the most specific first. */
export const exactMatches = ['username', 'id', 'email'] as const
export type ExactMatch = (typeof exactMatches)[number]
