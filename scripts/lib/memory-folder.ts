import { readFileSync, statfsSync } from 'node:fs'

const folder = '/dev/shm'
const requiredBytes = 2 * 1024 ** 3

/**
 * A folder in memory for the files of tests, which would often wait for a disk. Undefined if there is none, if it is small,
 * as in containers, or if programs don't start there.
 */
export function memoryFolder(): string | undefined {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .findLast((line) => line.split(' ')[1] === folder)
    const { bavail, bsize } = statfsSync(folder)
    const isUsable = mount && !/\b(ro|noexec)\b/.test(mount) && bavail * bsize >= requiredBytes
    return isUsable ? folder : undefined
  } catch {
    return undefined
  }
}
