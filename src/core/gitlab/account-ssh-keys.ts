import { type SshKey, sshKeys } from '../../shared/gitlab/ssh-keys.ts'
import type { GitLabClient } from './gitlab-client.ts'
import { type SshPublicKey, readPublicKeys } from '../keys/ssh-public-key.ts'

export function allSshKeys(gitlab: GitLabClient): Promise<SshKey[]> {
  return gitlab.all(sshKeys.list, {})
}

/** Parses an SSH key from GitLab, which sets its own comment (`app/models/key.rb`, `publishable_key`). */
export function parseSshKey({ key }: Pick<SshKey, 'key'>): SshPublicKey | undefined {
  return readPublicKeys(key).keys[0]
}
