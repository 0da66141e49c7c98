import type { SshKeyChoice } from '../../../../shared/operations/local-keys.ts'
import type { RemoteSshKeys, SshKeys } from '../ssh.ts'

export async function importOne(keys: SshKeys, remote: RemoteSshKeys, choice: SshKeyChoice) {
  const [result] = await keys.import(remote, [choice])
  return result!
}
