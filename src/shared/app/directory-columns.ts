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

/** Most rows of the directory that cross at once. */
export const peopleAtOnce = 100

/** The columns that are shown until a person chooses others. */
export const usualColumns: readonly DirectoryColumn[] = [
  'name',
  'state',
  'email',
  'last_activity_on',
  'two_factor_enabled',
]
