import { mkdirSync, rmSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { attempt } from '../../platform/ignore-errors.ts'
import { prepareFile } from '../../platform/files/atomic-write.ts'
import { readRegularFile } from '../../platform/files/regular-file.ts'

const maxBytes = 64 * 1024

/**
 * Where Linux desktops look for programs to start at sign-in (https://specifications.freedesktop.org/autostart-spec/).
 */
export function autostartFile(home: string, { XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string {
  const config =
    XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(home, '.config')
  return join(config, 'autostart/latchkey.desktop')
}

/** Matches entries that Latchkey wrote for any program. Users' own entries start it in a different way. */
const ownEntry = /^Exec="[^\n]*" --hidden$/m

/**
 * Sets the program that starts at sign-in; undefined for none. As long as the program doesn't change, this keeps
 * whatever a desktop has added to the entry, for example to disable it.
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
    // Makes the entry ineffective once the program is removed.
    ...[`TryExec=${escapeValue(program)}`, command, ''],
  ]
  prepareFile(file, lines.join('\n')).commit()
}

/** Formats an `Exec` argument for a desktop entry: first quotes it, then escapes it as a value. */
function quoteExec(argument: string): string {
  const quoted = argument.replace(/[\\"`$]/g, '\\$&').replaceAll('%', '%%')
  return escapeValue(`"${quoted}"`)
}

function escapeValue(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}
