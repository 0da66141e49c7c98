import { lchownSync } from 'node:fs'

const nobodyUid = 65_534

/** Runs code as a user without privileges, because root may read and write everything. */
export function asNobody<T>(work: () => T): T {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid!(nobodyUid)
  try {
    return work()
  } finally {
    if (isRoot) process.seteuid!(0)
  }
}

/** Changes a file's owner to the user of `asNobody`. */
export function giveToNobody(path: string): void {
  if (process.geteuid?.() === 0) lchownSync(path, nobodyUid, nobodyUid)
}
