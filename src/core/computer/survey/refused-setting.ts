import { resolve } from 'node:path'
import { ConfigLines } from '../repositories/config-lines.ts'
import { withoutAddresses } from '../repositories/remote-url.ts'

/** A setting that makes git refuse to commit or push. */
export interface RefusedSetting {
  /** As git lists it. */
  setting: string
  /** Git's message. */
  said: string
  /** Absent if it doesn't come from a file. */
  file?: string
  line?: number
}

/**
 * Commands that read the settings for a commit or a push, and do nothing else: git rejects an unknown option before it
 * begins. Git checks each occurrence of a setting, also of those that are overridden.
 */
export const settingReaders = {
  commit: [['commit', '--latchkey-reads-settings']],
  push: [['push', '--latchkey-reads-settings'], ['remote']],
} as const

/** Settings that git reads only while it commits, and the type for which it refuses other values. */
const lateSettings = {
  'index.threads': 'bool-or-int',
  'core.filesreflocktimeout': 'int',
  'core.sharedrepository': 'bool',
}

/** Commands that read these settings like git while it commits. */
export function lateReaders(settings: readonly OriginalSetting[]): string[][] {
  return Object.entries(lateSettings).flatMap(([name, type]) => {
    const last = settings.findLast((setting) => setting.name === name)
    // Also permissions (git-config(1), `core.sharedRepository`).
    const isPermission =
      type === 'bool' && /^([0-7]+|umask|group|all|world|everybody)$/.test(last?.value ?? '')
    // guard: late-settings
    return last && !isPermission ? [['config', `--type=${type}`, '--get', name]] : []
  })
}

interface OriginalSetting {
  name: string
  value: string
  file?: string
}

interface Run {
  exitCode?: number | undefined
  stderr: string
}

/** The setting that git refused in one of these runs; undefined if it failed for other reasons. */
export function refusedSetting(
  runs: readonly Run[],
  settings: readonly OriginalSetting[],
  { lines = new ConfigLines(), folder = '/' }: { lines?: ConfigLines; folder?: string } = {},
): RefusedSetting | undefined {
  for (const { stderr } of runs) {
    const messages = Array.from(stderr.matchAll(/^(?:error|fatal): (.+)$/gm), ([, text]) => text!)
    if (!/^fatal: /m.test(stderr)) continue
    const place = /^fatal: bad config variable '(.+)' in file '(.+)' at line (\d+)$/m.exec(stderr)
    if (place) {
      const [all, setting = '', file = '', line] = place
      const said = messages.filter((text) => `fatal: ${text}` !== all).join('; ') || messages[0]!
      return shown({ setting, said, file: resolve(folder, file), line: Number(line) })
    }
    const said = messages.join('; ')
    const refused =
      settings.find(({ name, value }) => isNamed(said, name) && said.includes(`'${value}'`)) ??
      settings.find(({ name }) => isNamed(said, name)) ??
      // Some messages contain only the value.
      settings.find(
        ({ value }) => value !== '' && (said.includes(`'${value}'`) || said.endsWith(` ${value}`)),
      )
    if (refused) return shown({ said, ...placeOf(refused, lines) })
  }
  return undefined
}

const isNamed = (said: string, name: string) => said.includes(`'${name}'`)

const cleanupModes = ['default', 'verbatim', 'whitespace', 'strip', 'scissors']

/**
 * A `commit.cleanup` that git refuses: it checks this setting after its options, and only the last value
 * (`get_cleanup_mode` in `sequencer.c`).
 */
export function refusedCleanup(
  settings: readonly OriginalSetting[],
  lines = new ConfigLines(),
): RefusedSetting | undefined {
  const last = settings.findLast(({ name }) => name === 'commit.cleanup')
  if (!last || cleanupModes.includes(last.value)) return undefined
  return shown({ said: `${last.name} = ${last.value}`, ...placeOf(last, lines) })
}

/** Names and values may be URLs with a password. */
function shown({ setting, said, ...place }: RefusedSetting): RefusedSetting {
  // guard: refused-secrets
  return { setting: withoutAddresses(setting), said: withoutAddresses(said), ...place }
}

function placeOf(
  { name, value, file }: OriginalSetting,
  lines: ConfigLines,
): Omit<RefusedSetting, 'said'> {
  const line = file === undefined ? undefined : lines.findFirst(file, name, value)
  return {
    setting: name,
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
  }
}
