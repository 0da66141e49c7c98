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
/** How many changes of a kind are kept: this many made here, and as many made elsewhere. */
export const changesPerKind = 2_000
export type DirectoryChangeKind = (typeof directoryChangeKinds)[number]
