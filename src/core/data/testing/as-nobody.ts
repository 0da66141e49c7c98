/** Does something as a user without rights: root may read and write everywhere. */
export function asNobody<T>(work: () => T): T {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid!(65_534)
  try {
    return work()
  } finally {
    if (isRoot) process.seteuid!(0)
  }
}
