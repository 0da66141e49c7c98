// Repeatedly changes and restores files in a home folder. A test kills it midway: node changes-process.ts <folder>
import { join } from 'node:path'
import { currentTime } from '../../../shared/rules/clock.ts'
import { jsonFile } from '../../platform/files/json-file.ts'
import { ChangeSets, RecordedChanges, readIfThere } from '../changes/recorded-changes.ts'
import { editGitConfig } from '../changes/git-config.ts'
import { undoChanges } from '../changes/undo.ts'
import { planRepositorySettings } from '../repositories/plan-repository.ts'

const [folder] = process.argv.slice(2) as [string]
const document = jsonFile(join(folder, 'setup-changes.json'), ChangeSets, () => undefined)
const files = new RecordedChanges(document, currentTime)
const ports = {
  home: join(folder, 'home'),
  environment: process.env,
  changes: files,
  signedInAccounts: () => [],
}
const config = join(folder, 'home/.gitconfig')
const hosts = join(folder, 'home/known_hosts')
const key = join(folder, 'home/key')
const removed = join(folder, 'home/identity')
const added = join(folder, 'home/allowed_signers')
const repository = join(folder, 'home/project/.git/config')
const importKey = () => Promise.resolve()

process.send?.('ready')
for (;;) {
  const { id } = files.begin()
  files.setMode(key, 0o644, 0o600)
  const knownHosts = readIfThere(hosts)!
  files.replace(
    hosts,
    knownHosts,
    Buffer.concat([knownHosts, Buffer.from('new.example.com ssh-ed25519 A\n')]),
  )
  files.replace(added, undefined, Buffer.from('maya@example.com ssh-ed25519 A\n'))
  const before = readIfThere(config)
  const edits = [{ name: 'user.email', value: 'maya@example.com', how: 'set' }] as const
  files.replace(config, before, await editGitConfig(config, before, edits, process.env))
  files.replace(removed, readIfThere(removed), undefined)
  const planned = planRepositorySettings(
    { configFile: repository, worktreeFile: `${repository}.worktree`, settings: [] },
    [
      ['user.email', 'maya@example.com'],
      ['commit.gpgsign', 'true'],
    ],
    ports,
  )
  for (const { make } of planned) await make({ changes: files, importKey }, '')
  await undoChanges(ports, id)
}
