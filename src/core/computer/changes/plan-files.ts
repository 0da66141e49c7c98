import { published, readHostKey } from '../connection/host-key.ts'
import type { Survey } from '../survey/survey.ts'
import { readIfThere } from './recorded-changes.ts'
import { sshKeyIdentity } from '../../keys/ssh-public-key.ts'
import { type PlannedChange, plannedChange } from './planned-change.ts'
import { knownHostsLine } from './written-files.ts'

/** Removes other users' access to private keys. */
export async function openFileChanges(survey: Survey): Promise<PlannedChange[]> {
  return (await survey.openFiles()).map(({ path, mode, requiredMode }) => ({
    change: {
      id: `permissions ${path}`,
      kind: 'permissions',
      checks: ['ssh-key'],
      file: path,
      lines: [{ before: octal(mode), after: octal(requiredMode) }],
      values: { mode: requiredMode.toString(8) },
    },
    make: ({ changes }) => changes.setMode(path, mode, requiredMode),
  }))
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0')
}

/** Adds a host's unknown key to known_hosts. */
export async function hostKeyChange(survey: Survey): Promise<PlannedChange[]> {
  const { problem } = await survey.connection()
  if (problem !== 'host-key-unknown') return []
  const target = await survey.target()
  const hostKeyFound = await readHostKey(survey.options.ssh, target, survey.baseUrl)
  if (!hostKeyFound) return []
  const { hosts, key } = hostKeyFound
  const { fingerprint } = key
  const { host, knownHostsFile: path } = target
  const isPublished = published.hosts.includes(host)
  if (isPublished && !published.fingerprints.includes(fingerprint)) return []
  const before = readIfThere(path)
  return [
    {
      change: plannedChange('trust-host', ['host-key', 'connection'], path, {
        lines: [{ after: `${hosts} ${sshKeyIdentity(key)}` }],
        values: { host, fingerprint, ...(isPublished && { published: published.on }) },
      }),
      make({ changes }) {
        const line = knownHostsLine(hosts, key)
        changes.replace(path, before, withLine(before, line), [{ line }])
      },
    },
  ]
}

/** The file content with a line appended. */
export function withLine(before: Buffer | undefined, line: string): Buffer {
  const text = before ?? Buffer.alloc(0)
  const hasEnd = text.length === 0 || text.at(-1) === 10
  return Buffer.concat([text, Buffer.from(`${hasEnd ? '' : '\n'}${line}\n`)])
}
