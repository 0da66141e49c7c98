import { globSync } from 'node:fs'

/** The library of Debian’s package "faketime", which sets the time of a process; undefined if not installed. */
export function findFakeTime(): string | undefined {
  return globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]
}
