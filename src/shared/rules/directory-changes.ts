/** Changes to a user that affect access. */
export const directoryChangeKinds = [
  'newAdmin',
  'noAdmin',
  'twoFactorOff',
  'newExternal',
  'returned',
  'state',
  'new',
  'deleted',
] as const
export type DirectoryChangeKind = (typeof directoryChangeKinds)[number]
