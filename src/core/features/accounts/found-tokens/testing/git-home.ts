// A home folder in which git uses a test's helpers.
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a script and returns its path. */
export function writeScript(folder: string, name: string, lines: readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'))
  chmodSync(path, 0o755)
  return path
}

/** Makes git use only this helper and ignore the system's configuration. */
export function useHelper(home: string, helper: string): void {
  writeFileSync(join(home, '.gitconfig'), `[credential]\n\thelper =\n\thelper = ${helper}\n`)
}

/** Makes git read credentials from a file, like `git credential-store`. */
export function storeCredentials(home: string, urls: readonly string[]): void {
  const file = join(home, '.git-credentials')
  writeFileSync(file, urls.map((url) => `${url}\n`).join(''), { mode: 0o600 })
  useHelper(home, `store --file ${file}`)
}
