import { lchownSync } from 'node:fs'

const nobody = 65_534

/** Does something as a user without rights: root may read and write everywhere. */
export function asNobody<T>(work: () => T): T {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid!(nobody)
  try {
    return work()
  } finally {
    if (isRoot) process.seteuid!(0)
  }
}

/** Makes a file the one of the user that `asNobody` is. */
export function giveToNobody(path: string): void {
  if (process.geteuid?.() === 0) lchownSync(path, nobody, nobody)
}
