import { localKeyFileLimit } from '../../shared/rules/limits.ts'
import { readBeginning, readRegularFile } from '../platform/files/regular-file.ts'
import { attempt } from '../platform/ignore-errors.ts'
import { beginsLikePrivateKey, headSize, readPublicPart } from './openssh-public-part.ts'
import { type SshPublicKey, readPublicKeys, sshKeyFromBlob } from './ssh-public-key.ts'

/**
 * The public key for a configured key file, as OpenSSH finds it (`sshkey_load_public` in `authfile.c`): in the file
 * itself, in the `.pub` next to it, or in the unencrypted part of a private key. Reads nothing else of a private key.
 */
export function readKeyFile(file: string): SshPublicKey | undefined {
  const head = attempt(() => readBeginning(file, headSize))
  if (!head || !beginsLikePrivateKey(head)) return firstKey(file) ?? firstKey(`${file}.pub`)
  const blob = readPublicPart(head)
  return firstKey(`${file}.pub`) ?? (blob === undefined ? undefined : sshKeyFromBlob(blob))
}

const firstKey = (file: string) =>
  attempt(() => readPublicKeys(readRegularFile(file, localKeyFileLimit).toString()).keys[0])
