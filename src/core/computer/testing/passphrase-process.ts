// Sets a key's passphrase. A test kills it while ssh-keygen runs: node passphrase-process.ts <folder>
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentTime } from '../../../shared/rules/clock.ts'
import { jsonFile } from '../../platform/files/json-file.ts'
import { readPublicKeys } from '../../keys/ssh-public-key.ts'
import { ChangeSets, RecordedChanges } from '../changes/recorded-changes.ts'
import { setPassphrase } from '../changes/set-passphrase.ts'

const [folder] = process.argv.slice(2) as [string]
const document = jsonFile(join(folder, 'setup-changes.json'), ChangeSets, () => undefined)
const path = join(folder, 'home/.ssh/id_ed25519')
const [publicKey] = readPublicKeys(readFileSync(`${path}.pub`, 'utf8')).keys
await setPassphrase({
  path,
  publicKey: publicKey!,
  current: '',
  passphrase: 'new passphrase',
  environment: process.env,
  changes: new RecordedChanges(document, currentTime),
})
