import { globSync } from 'node:fs'

/** Finds the library from Debian’s package "faketime", which sets a process’s time; undefined if it isn’t installed. */
export function findFakeTime(): string | undefined {
  return globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]
}
