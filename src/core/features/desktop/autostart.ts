import { mkdirSync, rmSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { attempt } from '../../platform/ignore-errors.ts'
import { prepareFile } from '../../platform/files/atomic-write.ts'
import { readRegularFile } from '../../platform/files/regular-file.ts'

const maxBytes = 64 * 1024

/**
 * Where Linux desktops look for programs to start at sign-in. https://specifications.freedesktop.org/autostart-spec/
 */
export function autostartFile(home: string, { XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string {
  const config =
    XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(home, '.config')
  return join(config, 'autostart/latchkey.desktop')
}

/** Matches an entry written by Latchkey for any program; users' own entries start it differently. */
const ownEntry = /^Exec="[^\n]*" --hidden$/m

/**
 * Sets the program that starts at sign-in; undefined for none. Anything a desktop added to the entry, such as
 * disabling it, is kept as long as the program doesn't change.
 */
export function setAutostart(file: string, program: string | undefined): void {
  const current = attempt(() => readRegularFile(file, maxBytes).toString('utf8')) ?? ''
  if (program === undefined) {
    if (ownEntry.test(current)) rmSync(file)
    return
  }
  const command = `Exec=${quoteExec(program)} --hidden`
  if (current.split('\n').includes(command)) return
  mkdirSync(dirname(file), { recursive: true })
  const lines = [
    ...['[Desktop Entry]', 'Type=Application', 'Name=Latchkey', 'Icon=latchkey'],
    // Once the program is removed, the entry has no effect.
    ...[`TryExec=${escapeValue(program)}`, command, ''],
  ]
  prepareFile(file, lines.join('\n')).commit()
}

/** Formats an `Exec` argument of a desktop entry: quoted first, then escaped as a value. */
function quoteExec(argument: string): string {
  const quoted = argument.replace(/[\\"`$]/g, '\\$&').replaceAll('%', '%%')
  return escapeValue(`"${quoted}"`)
}

function escapeValue(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}
