import { lchownSync } from 'node:fs'

const nobodyUid = 65_534

/** Runs code as a user without privileges, because root can read and write everything. */
export function asNobody<T>(work: () => T): T {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid!(nobodyUid)
  try {
    return work()
  } finally {
    if (isRoot) process.seteuid!(0)
  }
}

/** Gives a file to the user that `asNobody` runs as. */
export function giveToNobody(path: string): void {
  if (process.geteuid?.() === 0) lchownSync(path, nobodyUid, nobodyUid)
}
